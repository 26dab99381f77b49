package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/sdk"
)

// ReferenceName is how reports name the SDK of this repository.
const ReferenceName = "reference bundle"

// OpenSubject gives the SDK under test: the file or address that was named,
// else the reference SDK from the bundles. Errors: *sdk.ArtifactError when the
// file cannot be put under test, sdk.Problems for a broken profile.
func OpenSubject(ctx context.Context, file, profile string, bundles *bundle.Set) (Subject, error) {
	if profile == "" {
		profile = "reference"
	}
	p, err := sdk.Load(profile)
	if err != nil {
		return Subject{}, fmt.Errorf("the SDK profile: %w", err)
	}
	if file != "" {
		a, err := sdk.Fetch(ctx, file)
		if err != nil {
			return Subject{}, err
		}
		return Subject{Artifact: a, Profile: p}, nil
	}
	script, ok := bundles.File(bundle.SDK)
	if !ok {
		return Subject{}, errors.New("the bundles hold no " + bundle.SDK)
	}
	sourceMap, _ := bundles.File(bundle.SDK + ".map")
	return Subject{Artifact: sdk.Built(ReferenceName, script, sourceMap), Profile: p}, nil
}
