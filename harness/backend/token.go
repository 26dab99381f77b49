package backend

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// tokenLife is how long a minted token says that it lives. A backend lives much
// shorter.
const tokenLife = time.Hour

// searchable is the length from which a token is looked for in other text: a
// shorter one would be found by chance.
const searchable = 16

// tokenMint makes access tokens in the shape of a JWT, for SDKs read the user
// out of its `sub`, and knows which are good.
type tokenMint struct {
	key []byte

	mu    sync.Mutex
	user  int64
	good  map[string]bool
	every []string // also those that are no longer good
	last  string
}

func newTokenMint(user int64, given string) (*tokenMint, error) {
	m := &tokenMint{user: user, key: []byte(rand.Text()), good: map[string]bool{}}
	if given != "" {
		m.add(given)
		return m, nil
	}
	_, err := m.renew()
	return m, err
}

// renew mints a token.
func (m *tokenMint) renew() (string, error) {
	now := time.Now()
	m.mu.Lock()
	user := m.user
	m.mu.Unlock()
	claims := map[string]any{
		"sub": strconv.FormatInt(user, 10),
		"iat": now.Unix(),
		"exp": now.Add(tokenLife).Unix(),
		"jti": rand.Text(),
	}
	head, err := segment(map[string]any{"alg": "HS256", "typ": "JWT"})
	if err != nil {
		return "", err
	}
	body, err := segment(claims)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, m.key)
	mac.Write([]byte(head + "." + body))
	token := head + "." + body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	m.add(token)
	return token, nil
}

// segment is one part of a JWT.
func segment(v map[string]any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("mint a token: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

func (m *tokenMint) add(token string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.good[token] = true
	m.every = append(m.every, token)
	m.last = token
}

func (m *tokenMint) revoke(token string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.good, token)
}

func (m *tokenMint) current() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last
}

// knows tells whether a token is good.
func (m *tokenMint) knows(token string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.good[token]
}

// SetUser says whose the tokens are from now on, as when the host signs somebody
// else in. Connections that stand keep their user.
func (b *Backend) SetUser(id int64) {
	b.mu.Lock()
	b.options.UserID = id
	b.mu.Unlock()
	b.tokens.mu.Lock()
	b.tokens.user = id
	b.tokens.mu.Unlock()
}

// HoldsToken tells whether a text holds an access token that this backend ever
// gave out.
func (b *Backend) HoldsToken(text []byte) bool { return b.tokens.carried(text) }

// carried tells whether raw carries any token that this mint ever gave out.
func (m *tokenMint) carried(raw []byte) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, token := range m.every {
		if len(token) >= searchable && bytes.Contains(raw, []byte(token)) {
			return true
		}
	}
	return false
}

// blank takes every token that this mint ever gave out out of what a trace
// shows.
func (m *tokenMint) blank(raw []byte) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, token := range m.every {
		if len(token) >= searchable {
			raw = blank(raw, token)
		}
	}
	return raw
}
