//! Go test with the Go SDK. The SDK's types read an absent hint as false, so the test reads annotations from the raw
//! messages.

use super::{
    HintExpectation, StubInput, constrained_hints, file_header, python_go_escape, quote, render_rows,
};
use crate::model::hint::PerHint;

pub fn render(input: &StubInput) -> String {
    let mut out = file_header(
        "//",
        input,
        "Needs the module `github.com/modelcontextprotocol/go-sdk`, and a folder of its own.",
    );
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let (pins, patterns) = render_rows(input, render_row);
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "// The command that starts the server: the program, then its arguments.\n\
         var command = []string{{{}}}\n\n\
         // What each tool has to be. A hint that is not listed may be anything.\n\
         var pins = []pin{}\n\n\
         // The same for tools by name, with * for any text and ? for one character. A tool's own pin goes first.\n\
         var patterns = []pin{}\n",
        command.join(", "),
        render_block(&pins),
        render_block(&patterns)
    ));
    out.push_str(HELPERS);
    out.push_str(if input.annotations_required { ALL_ANNOTATED } else { OTHERS_ANNOTATED });
    out.push_str(TESTS);
    out.push_str(if input.forbids_other_tools { NO_OTHERS } else { "" });
    out
}

fn render_row(name: &str, hints: &PerHint<HintExpectation>) -> String {
    let hints: Vec<String> =
        constrained_hints(hints).map(|(hint, word)| format!("{{\"{hint}\", \"{word}\"}}")).collect();
    format!("\t{{{}, []demand{{{}}}}},\n", quote_string(name), hints.join(", "))
}

/// gofmt puts the braces on one line if there are no rows.
fn render_block(rows: &str) -> String {
    if rows.is_empty() { "{}".to_owned() } else { format!("{{\n{rows}}}") }
}

fn quote_string(text: &str) -> String {
    quote(text, python_go_escape)
}

const IMPORTS: &str = r#"
package annotations

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type demand struct{ hint, expected string }

type pin struct {
	name  string
	hints []demand
}

"#;

const HELPERS: &str = r#"
type tool struct {
	Name        string         `json:"name"`
	Annotations map[string]any `json:"annotations"`
}

// The SDK's own type takes a hint that is not there for false, so the tools are read from the messages themselves.
type reader struct {
	mcp.Transport
	tools *[]tool
}

type reading struct {
	mcp.Connection
	tools *[]tool
}

func (r reader) Connect(ctx context.Context) (mcp.Connection, error) {
	connection, err := r.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return reading{connection, r.tools}, nil
}

func (r reading) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := r.Connection.Read(ctx)
	if response, ok := message.(*jsonrpc.Response); ok && err == nil {
		var page struct {
			Tools []tool `json:"tools"`
		}
		if json.Unmarshal(response.Result, &page) == nil {
			*r.tools = append(*r.tools, page.Tools...)
		}
	}
	return message, err
}

var listed = sync.OnceValues(func() ([]tool, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("command has to say how the server is started")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var found []tool
	transport := &mcp.CommandTransport{Command: exec.Command(command[0], command[1:]...)}
	client := mcp.NewClient(&mcp.Implementation{Name: "pins", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, reader{transport, &found}, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	for _, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
	}
	return found, nil
})

func tools(t *testing.T) []tool {
	t.Helper()
	found, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func fits(pattern, name string) bool {
	quoted := regexp.QuoteMeta(pattern)
	quoted = strings.ReplaceAll(strings.ReplaceAll(quoted, `\*`, ".*"), `\?`, ".")
	return regexp.MustCompile("(?s)^" + quoted + "$").MatchString(name)
}

func demanded(name string) (all []demand, isPinned bool) {
	own := map[string]bool{}
	for _, pin := range pins {
		if pin.name == name {
			isPinned = true
			for _, demand := range pin.hints {
				own[demand.hint] = true
				all = append(all, demand)
			}
		}
	}
	for _, pattern := range patterns {
		if fits(pattern.name, name) {
			isPinned = true
			for _, demand := range pattern.hints {
				if !own[demand.hint] {
					all = append(all, demand)
				}
			}
		}
	}
	return all, isPinned
}

func holds(expected string, found any) bool {
	switch expected {
	case "true":
		return found == true
	case "false":
		return found == false
	case "unset":
		return found == nil
	case "not true":
		return found != true
	case "not false":
		return found != false
	default:
		return found != nil
	}
}

func isBare(tool tool) bool {
	for _, value := range tool.Annotations {
		if value != nil {
			return false
		}
	}
	return true
}
"#;

const ALL_ANNOTATED: &str = r#"
func TestEveryToolHasAnnotations(t *testing.T) {
	for _, tool := range tools(t) {
		if isBare(tool) {
			t.Errorf("%q has no annotations", tool.Name)
		}
	}
}
"#;

const OTHERS_ANNOTATED: &str = r#"
func TestEveryToolThatIsNotPinnedHasAnnotations(t *testing.T) {
	for _, tool := range tools(t) {
		if _, isPinned := demanded(tool.Name); !isPinned && isBare(tool) {
			t.Errorf("%q has no annotations", tool.Name)
		}
	}
}
"#;

const TESTS: &str = r#"
func TestNoDestructiveToolIsReadOnly(t *testing.T) {
	for _, tool := range tools(t) {
		if tool.Annotations["readOnlyHint"] == true && tool.Annotations["destructiveHint"] == true {
			t.Errorf("%q is both", tool.Name)
		}
	}
}

func TestEveryToolIsAsPinned(t *testing.T) {
	for _, tool := range tools(t) {
		demands, _ := demanded(tool.Name)
		for _, demand := range demands {
			found := tool.Annotations[demand.hint]
			if !holds(demand.expected, found) {
				shown := "unset"
				if found != nil {
					shown = fmt.Sprint(found)
				}
				t.Errorf("%q: %s must be %s, but is %s", tool.Name, demand.hint, demand.expected, shown)
			}
		}
	}
}

func TestNoPinnedToolIsMissing(t *testing.T) {
	there := map[string]bool{}
	for _, tool := range tools(t) {
		there[tool.Name] = true
	}
	for _, pin := range pins {
		if !there[pin.name] {
			t.Errorf("%q is missing", pin.name)
		}
	}
}
"#;

const NO_OTHERS: &str = r#"
func TestEveryToolIsPinned(t *testing.T) {
	for _, tool := range tools(t) {
		if _, isPinned := demanded(tool.Name); !isPinned {
			t.Errorf("%q is not pinned", tool.Name)
		}
	}
}
"#;
