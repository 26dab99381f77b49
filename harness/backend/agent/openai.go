package agent

import (
	"context"
	_ "embed" // for the instructions
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/maochat/conformance/harness/backend"
)

// instructions are what the model is told before the conversation.
//
//go:embed instructions.txt
var instructions string

// Options say which model an agent asks, and how. BaseURL and Model are needed.
type Options struct {
	// BaseURL is the address below which chat/completions lies, such as
	// "https://api.openai.com/v1".
	BaseURL string
	// APIKey is sent as bearer token. Empty: none is, as local servers want it.
	APIKey string
	// Model is the model's name.
	Model string
	// Instructions replace what the model is told first. Default: the package's.
	Instructions string
	// Vision says that the model understands pictures; without it a screenshot
	// reaches it as a note.
	Vision bool
	// MaxRounds bounds how often the model is asked in one turn. Default: 24.
	MaxRounds int
	// MaxRetries bounds how often a request that failed is tried again. Default: 3.
	MaxRetries int
	// RetryDelay is the pause before the first retry; it doubles each time, up to
	// MaxRetryDelay, which also bounds what the endpoint asks for. Default: 1 s, 30 s.
	RetryDelay, MaxRetryDelay time.Duration
	// RequestTimeout bounds one answer of the model. Default: 2 min.
	RequestTimeout time.Duration
	// HTTPClient makes the requests. Default: http.DefaultClient.
	HTTPClient *http.Client
}

// OpenAI is an agent that asks a model. Its methods are safe for concurrent use.
type OpenAI struct {
	o      Options
	client openai.Client
}

// NewOpenAI makes an agent. The error names the option that is missing.
func NewOpenAI(o Options) (*OpenAI, error) {
	if o.BaseURL == "" || o.Model == "" {
		return nil, errors.New("set up the agent: BaseURL and Model are needed")
	}
	if o.Instructions == "" {
		o.Instructions = strings.TrimSpace(instructions)
	}
	fallback(&o.MaxRounds, 24)
	fallback(&o.MaxRetries, 3)
	fallback(&o.RetryDelay, time.Second)
	fallback(&o.MaxRetryDelay, 30*time.Second)
	fallback(&o.RequestTimeout, 2*time.Minute)
	if o.HTTPClient == nil {
		o.HTTPClient = http.DefaultClient
	}
	key := o.APIKey
	if key == "" {
		key = "none" // the client wants one; a server that wants none does not look
	}
	return &OpenAI{o: o, client: openai.NewClient(
		option.WithBaseURL(o.BaseURL), option.WithAPIKey(key), option.WithHTTPClient(o.HTTPClient),
		option.WithMaxRetries(0), // retries are told to the user, so they are made here
	)}, nil
}

func fallback[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Run plays a turn: it asks the model, runs the tools that it calls, and asks
// again with their results, until the model has nothing more to call.
func (a *OpenAI) Run(ctx context.Context, t *backend.Turn) error {
	tools, err := a.tools(t)
	if err != nil {
		return err
	}
	if err := entitle(ctx, t); err != nil {
		return err
	}
	messages := a.conversation(t.History())
	for range a.o.MaxRounds {
		answer, err := a.ask(ctx, t, openai.ChatCompletionNewParams{
			Model: a.o.Model, Messages: messages, Tools: tools.params,
			StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
		})
		if err != nil {
			return err
		}
		if len(answer.calls) == 0 {
			return nil
		}
		messages = append(messages, answer.message())
		var pictures []openai.ChatCompletionMessageParamUnion
		for _, call := range answer.calls {
			done, err := tools.run(ctx, t, call)
			if err != nil {
				return err
			}
			if err := t.ToolResult(ctx, call.use(), done.text, done.summary, done.ok); err != nil {
				return err
			}
			messages = append(messages, openai.ToolMessage(done.text, call.id))
			if done.picture != "" && a.o.Vision {
				pictures = append(pictures, pictureMessage(done.picture))
			}
		}
		messages = append(messages, pictures...)
	}
	return &backend.UserError{
		Message: fmt.Sprintf("The agent was stopped after %d steps without an end.", a.o.MaxRounds),
		Err:     errors.New("the model kept calling tools"),
	}
}
