package protocol

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readDocument(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("PROTOCOL.md")
	require.NoError(t, err)
	return string(text)
}

// rows gives the cells of the table rows below a heading.
func rows(t *testing.T, document, heading string) [][]string {
	t.Helper()
	_, section, found := strings.Cut(document, "\n"+heading+"\n")
	require.True(t, found, "no heading %q", heading)
	section, _, _ = strings.Cut(section, "\n## ")
	var table [][]string
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		table = append(table, cells)
	}
	return table
}

var inCode = regexp.MustCompile("`([^`]+)`")

var fenced = regexp.MustCompile("(?s)```.*?```")

// codeWords lists what stands in code marks, examples left out.
func codeWords(text string) []string {
	var words []string
	for _, match := range inCode.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		words = append(words, match[1])
	}
	return words
}

func TestDocumentHasARowForEveryErrorCode(t *testing.T) {
	var codes []string
	for _, row := range rows(t, readDocument(t), "## 14 Errors") {
		require.Len(t, row, 4, "%v", row)
		codes = append(codes, codeWords(row[0])...)
		for _, cell := range row {
			assert.NotEmpty(t, cell, "%v", row)
		}
		assert.Regexp(t, `^00[04] [0-9.]+(, [0-9.]+)*$`, row[3], "%v", row)
	}
	assert.Equal(t, asText(ErrorCodes), codes)
}

func TestDocumentHasEveryFrame(t *testing.T) {
	document := readDocument(t)
	for direction, heading := range map[Direction]string{FromSDK: "### 2.1 From the SDK", ToSDK: "### 2.2 From the server"} {
		var named []string
		_, section, _ := strings.Cut(document, "\n"+heading+"\n")
		section, _, _ = strings.Cut(section, "\n##")
		for line := range strings.Lines(section) {
			if strings.HasPrefix(line, "| `") {
				first, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
				named = append(named, codeWords(first)...)
			}
		}
		var known []string
		for frameType := range compiled().frames[direction] {
			known = append(known, frameType)
		}
		assert.ElementsMatch(t, known, named, "%s", direction)
	}
}

func TestDocumentHasEveryActionAndParameter(t *testing.T) {
	documented := map[string][]string{}
	for _, row := range rows(t, readDocument(t), "## 4 Actions") {
		require.Len(t, row, 3, "%v", row)
		for _, action := range codeWords(row[0]) {
			documented[action] = codeWords(row[1])
		}
	}
	for _, tool := range Tools {
		action := string(tool.Action())
		definition := strings.ToUpper(action[:1]) + action[1:] + "Action"
		schema := schemaAt(t, "action.schema.json#/$defs/"+definition)
		var parameters []string
		for name := range schema.Properties {
			if name == "action" || name == "snapshotId" {
				continue // said once for all
			}
			if !slices.Contains(schema.Required, name) {
				name += "?"
			}
			parameters = append(parameters, name)
		}
		assert.ElementsMatch(t, parameters, documented[action], "parameters of %s", action)
	}
	assert.Len(t, documented, len(Tools))
}

func TestDocumentHasEveryRequestField(t *testing.T) {
	var documented []string
	for _, row := range rows(t, readDocument(t), "## 3 page_tool_request") {
		documented = append(documented, codeWords(row[0])...)
	}
	var known []string
	for name := range schemaAt(t, "to-sdk/page_tool_request.schema.json").Properties {
		if name != "type" {
			known = append(known, name)
		}
	}
	assert.ElementsMatch(t, known, documented)
}

func TestDocumentNamesEveryFieldOfSnapshotsAndResults(t *testing.T) {
	words := " " + strings.Join(codeWords(readDocument(t)), " ") + " "
	named := func(name string) bool {
		return regexp.MustCompile(`\W` + regexp.QuoteMeta(name) + `\W`).MatchString(words)
	}
	for _, location := range []string{
		"snapshot.schema.json#/$defs/PageElement", "result.schema.json#/$defs/ActionResult",
		"result.schema.json#/$defs/Changes", "result.schema.json#/$defs/Screenshot",
	} {
		for name := range schemaAt(t, location).Properties {
			assert.True(t, named(name), "%s of %s", name, location)
		}
	}
	for _, location := range []string{
		"result.schema.json#/$defs/VerificationStatus", "result.schema.json#/$defs/VerificationMatch",
		"result.schema.json#/$defs/NavigationKind", "snapshot.schema.json#/$defs/Boundary",
		"from-sdk/page_tool_status.schema.json#/$defs/PageToolState",
		"from-sdk/page_audit.schema.json#/$defs/PageAuditEvent",
		"to-sdk/page_tool_cancel.schema.json#/$defs/PageToolCancelReason",
	} {
		for _, name := range enumAt(t, location) {
			assert.True(t, named(name), "%s of %s", name, location)
		}
	}
}

var example = regexp.MustCompile("(?s)```json (from-sdk|to-sdk)\n(.*?)```")

func TestExamplesOfTheDocumentAreValid(t *testing.T) {
	document := readDocument(t)
	examples := example.FindAllStringSubmatch(document, -1)
	require.Equal(t, strings.Count(document, "```json"), len(examples), "an example says which way it goes")
	for _, match := range examples {
		assert.NoError(t, Validate(directionNamed(t, match[1]), []byte(match[2])), "%s", match[2])
	}
}

func TestLinksOfTheDocumentLeadSomewhere(t *testing.T) {
	document := readDocument(t)
	anchors := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(document, -1) {
		slug := regexp.MustCompile(`[^a-z0-9_ -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		anchors["#"+strings.ReplaceAll(slug, " ", "-")] = true
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(document, -1) {
		if strings.HasPrefix(link[1], "#") {
			assert.True(t, anchors[link[1]], "no heading for %s", link[1])
			continue
		}
		_, err := os.Stat(link[1])
		assert.NoError(t, err)
	}
}
