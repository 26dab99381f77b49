package agent

import (
	"context"
	"strings"

	"github.com/maochat/conformance/harness/backend"
)

// titleRunes is how long the title of a conversation may be, in characters.
const titleRunes = 30

// entitle names a conversation by the user's first words, once.
func entitle(ctx context.Context, t *backend.Turn) error {
	said := ""
	for _, m := range t.History() {
		if m.Role != backend.RoleUser {
			continue
		}
		if said != "" {
			return nil // it was named when it began
		}
		said = ownWords(m.Content)
	}
	title := strings.Join(strings.Fields(said), " ")
	if runes := []rune(title); len(runes) > titleRunes {
		title = strings.TrimSpace(string(runes[:titleRunes])) + "…"
	}
	if title == "" {
		return nil
	}
	return t.SetTitle(ctx, title)
}
