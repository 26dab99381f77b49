package sdk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maochat/conformance/harness/sdk"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuiltinProfilesLoad(t *testing.T) {
	assert.Equal(t, []string{"reference", "released"}, sdk.Profiles())
	for _, name := range sdk.Profiles() {
		p, err := sdk.Load(name)
		require.NoError(t, err)
		assert.Equal(t, name, p.Name)
	}
}

func TestTheReleasedProfileFindsTheNamesOfTheProduct(t *testing.T) {
	p, err := sdk.Load("released")
	require.NoError(t, err)
	for control, names := range map[string]map[string]bool{
		"launcher": {"打开 Mao 助手": true, "客服，正在处理": true, "客服，有新消息": true, "关闭": false},
		"panel":    {"Mao 助手对话": true, "历史对话": false},
		"level":    {"页面操作授权：每次确认": true, "页面操作授权：完全授权": true, "授权": false},
	} {
		q, ok := p.Query(control)
		require.True(t, ok)
		for name, want := range names {
			assert.Equal(t, want, q.Name.MatchString(name), "%s %s", control, name)
		}
	}
	card, ok := p.Query(sdk.ControlCard)
	require.True(t, ok)
	assert.Nil(t, card.Name, "it has no name")
	allow, ok := p.Query("confirm.allow")
	require.True(t, ok)
	assert.Equal(t, card, *allow.Within)
	_, ok = p.Query("nothing")
	assert.False(t, ok)
	assert.True(t, p.Storage[1].Matches("mao_embed_page_authorization:http://a:http://b:3:7:v1"))
	assert.False(t, p.Storage[1].Matches("mao_embed_launcher_position"))
}

func TestFeatures(t *testing.T) {
	p, err := sdk.Load("reference")
	require.NoError(t, err)
	assert.True(t, p.Has("page_fill"))
	assert.Empty(t, p.Missing([]string{"page_fill", "batch"}))
	assert.Equal(t, []string{"flying"}, p.Missing([]string{"batch", "flying"}))
	for _, f := range sdk.Features() {
		assert.NotEmpty(t, sdk.FeatureMeaning(f), f)
	}
}

// broken is the reference profile with one text replaced by another.
func broken(t *testing.T, old, with string) error {
	t.Helper()
	text, err := os.ReadFile("profiles/reference.yaml")
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old), "%q must stand there once", old)
	_, err = sdk.Parse("my.yaml", []byte(strings.Replace(string(text), old, with, 1)))
	return err
}

func TestMistakesInAProfileAreReportedWithTheirPlace(t *testing.T) {
	for _, mistake := range []struct{ why, old, with, message string }{
		{"an unknown key", "global: MaoChat", "globl: MaoChat", `my.yaml:6:1: unknown field "globl"`},
		{"a duplicate key", "global: MaoChat", "name: twice", `my.yaml:6:1: mapping key "name" already defined at [2:1]`},
		{"a wrong type", "script: mao-chat.js", "script: [a]", `my.yaml:5:9: `},
		{"not YAML", "script: mao-chat.js", "script: a: b", `my.yaml:5:9: `},
		{"a missing value", "global: MaoChat", "global: ''", `my.yaml:6:9: "global" is missing`},
		{"an unknown word", "dialect: seed", "dialect: latin", `my.yaml:4:10: "dialect" is "latin", which is not one of seed, released`},
		{"an unknown placeholder", "agentId: ${agentId}", "agentId: ${agent}", `my.yaml:10:12: "${agent}" is not one of the placeholders`},
		{"an unknown feature", "- page_focus", "- page_fokus", `: unknown feature "page_fokus"`},
		{"a feature that stands twice", "- page_focus", "- page_fill", `: the feature "page_fill" stands twice`},
		{"a broken pattern", `name: "^(停止|Stop)$"`, `name: "^(停止|Stop"`, `is no regular expression`},
		{"a control in nowhere", `Close)$", within: panel`, `Close)$", within: nowhere`, `there is no control "nowhere"`},
		{"controls in a circle", `launcher: {role: button, name: "^(打开|收起|Open|Collapse) "}`, `launcher: {role: button, within: launcher}`, `within each other in a circle: launcher, launcher`},
		{"a control that is needed", `panel: {role: dialog, name: "(对话| chat)$"}`, `other: {role: dialog}`, `the control "panel" is missing`},
		{"a gesture that is needed", "stop: [{press: stop}]", "", `the gesture "stop" is missing`},
		{"an unknown gesture", "stop: [{press: stop}]", "stop: []\n  wave: []", `unknown gesture "wave"`},
		{"a gesture at no control", "stop: [{press: stop}]", "stop: [{press: hold}]", `there is no control "hold"`},
		{"a path as file name", "script: mao-chat.js", "script: ../x.js", `"script" is a file name`},
	} {
		err := broken(t, mistake.old, mistake.with)
		var problems sdk.Problems
		require.ErrorAs(t, err, &problems, mistake.why)
		assert.ErrorContains(t, err, mistake.message, mistake.why)
		assert.Positive(t, problems[0].Line, mistake.why)
	}
}

func TestAllMistakesAreReportedAtOnceInOrder(t *testing.T) {
	_, err := sdk.Parse("my.yaml", []byte("name: x\n"))
	var problems sdk.Problems
	require.ErrorAs(t, err, &problems)
	assert.Greater(t, len(problems), 8)
	for _, p := range problems {
		assert.Equal(t, "my.yaml", p.File)
	}
	_, err = sdk.Parse("my.yaml", []byte("a: 1\n---\nb: 2\n"))
	assert.ErrorContains(t, err, "exactly one YAML document")
	_, err = sdk.Parse("my.yaml", nil)
	assert.ErrorContains(t, err, "my.yaml:1:1: the file must hold exactly one YAML document")
}

func TestLoadSaysWhichProfilesThereAre(t *testing.T) {
	_, err := sdk.Load("refrence")
	assert.ErrorContains(t, err, `there is no SDK profile "refrence": give one of the built-in names (reference, released) or the path of a YAML file`)

	text, err := os.ReadFile("profiles/reference.yaml")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "mine.yaml")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	p, err := sdk.Load(path)
	require.NoError(t, err)
	assert.Equal(t, path, p.File())
}
