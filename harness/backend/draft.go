package backend

// draft is what an agent has said in its turn and is not stored yet: one round,
// which is some text and the tools that are called after it.
type draft struct {
	text, thinking string
	uses           []ToolUse
	results        map[string]string // by the id of the call
	order          []string          // of the results
}

// reset drops the round's text: the model begins it anew.
func (d *draft) reset() {
	if len(d.uses) == 0 {
		*d = draft{}
	}
}

func (d *draft) begin(use ToolUse) {
	for _, known := range d.uses {
		if known.ID == use.ID {
			return
		}
	}
	d.uses = append(d.uses, use)
}

func (d *draft) argue(id, arguments string) {
	for i := range d.uses {
		if d.uses[i].ID == id {
			d.uses[i].Arguments = arguments
		}
	}
}

func (d *draft) end(id, result string) {
	if d.results == nil {
		d.results = map[string]string{}
	}
	if _, twice := d.results[id]; !twice {
		d.order = append(d.order, id)
	}
	d.results[id] = result
}

// running lists the calls without a result.
func (d *draft) running() []ToolUse {
	var open []ToolUse
	for _, use := range d.uses {
		if _, done := d.results[use.ID]; !done {
			open = append(open, use)
		}
	}
	return open
}

// nextRound stores a round that is complete, before more is said. b.mu is held.
func (b *Backend) nextRound(s *session) {
	if len(s.draft.results) > 0 && len(s.draft.running()) == 0 {
		b.keepRound(s)
	}
}

// keepRound stores the round: a row of the assistant and one for each result. b.mu
// is held.
func (b *Backend) keepRound(s *session) {
	d := s.draft
	s.draft = draft{}
	if d.text == "" && d.thinking == "" && len(d.uses) == 0 {
		return
	}
	b.keep(s, Message{Role: RoleAssistant, Content: d.text, Thinking: d.thinking, ToolCalls: d.uses})
	for _, id := range d.order {
		b.keep(s, Message{Role: RoleTool, Content: d.results[id], ToolCallID: id})
	}
}

// asked is a question that waits for the user's answer.
type asked struct {
	id   string
	data map[string]any
}

func (s *session) forgetAsked(id string) {
	kept := s.asked[:0]
	for _, a := range s.asked {
		if a.id != id {
			kept = append(kept, a)
		}
	}
	s.asked = kept
}
