package runner

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// server is the one listener of a run. It routes by host name, so that every
// case has an origin, and with it cookies and storage, of its own.
type server struct {
	listener net.Listener
	http     *http.Server
	served   chan struct{} // closed when Serve has returned

	mu    sync.RWMutex
	sites map[string]http.Handler // by host name without port
}

// listen opens the listener. The address must be a loopback one, for the hosts
// are names below localhost.
func listen(ctx context.Context, address string) (*server, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening for the pages of the run: %w", err)
	}
	s := &server{listener: l, served: make(chan struct{}), sites: map[string]http.Handler{}}
	s.http = &http.Server{Handler: http.HandlerFunc(s.route), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(l) // ends with ErrServerClosed, at close
	}()
	return s, nil
}

// route finds the case that a request belongs to.
func (s *server) route(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	s.mu.RLock()
	site := s.sites[strings.ToLower(host)]
	s.mu.RUnlock()
	if site == nil {
		// A page of an ended case may still ask; it gets a plain answer.
		http.Error(w, "no case is played at "+host, http.StatusNotFound)
		return
	}
	site.ServeHTTP(w, r)
}

// mount serves a handler at a host name until unmount is called.
func (s *server) mount(host string, site http.Handler) (unmount func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sites[host] = site
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.sites, host)
	}
}

// origin is the address of a host.
func (s *server) origin(host string) string {
	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil { // a TCP address always has a port
		panic(fmt.Sprintf("address of the listener: %v", err))
	}
	return "http://" + net.JoinHostPort(host, port)
}

// close ends the listener and every connection.
func (s *server) close() error {
	err := s.http.Close()
	<-s.served
	if err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("closing the listener: %w", err)
	}
	return nil
}
