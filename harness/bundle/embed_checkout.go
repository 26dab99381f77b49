//go:build !release

package bundle

// embedded says that this binary carries no bundles: it builds them from the checkout.
func embedded() (*Set, bool, error) { return nil, false, nil }
