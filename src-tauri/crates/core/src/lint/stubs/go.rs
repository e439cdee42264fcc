//! Go test with the Go SDK. The SDK's types read an absent hint as false, so the test reads annotations from the raw
//! messages.

use super::{
    StubInput, StubPin, ToolExpectation, constraints, file_header, new_tool_test, python_go_escape, quote,
    render_tables,
};

pub fn render(input: &StubInput) -> String {
    let mut out = file_header(
        "//",
        input,
        "Needs the module `github.com/modelcontextprotocol/go-sdk`, and a folder of its own.",
    );
    let command: Vec<String> = input.command.iter().map(|word| quote_string(word)).collect();
    let tables = render_tables(input, render_row, |implication| {
        format!("\t{{{}, {}}},\n", render_demands(&implication.when), render_demands(&implication.then))
    });
    out.push_str(IMPORTS);
    out.push_str(&format!(
        "// The command that starts the server: the program, then its arguments.\n\
         var command = []string{{{}}}\n\n\
         // The expected hints of each tool, and how narrow the pin is: of the pins that constrain a hint of a tool, the\n\
         // narrowest apply. A hint that is not listed may have any value.\n\
         var pins = []pin{}\n\n\
         // The same for tools by name, with * for any text and ? for one character.\n\
         var patterns = []pin{}\n\n\
         // A tool that meets the first expectation must also meet the second.\n\
         var implications = []implication{}\n",
        command.join(", "),
        render_block(&tables.pins),
        render_block(&tables.patterns),
        render_block(&tables.implications)
    ));
    out.push_str(HELPERS);
    out.push_str(TESTS);
    out.push_str(&new_tool_test(input, IS_NAMED, OTHERS_ANNOTATED, NO_OTHERS));
    out
}

fn render_row(pin: &StubPin) -> String {
    format!("\t{{{}, {}, {}}},\n", quote_string(pin.name), pin.narrowness, render_demands(&pin.expected))
}

fn render_demands(expected: &ToolExpectation) -> String {
    let demands: Vec<String> =
        constraints(expected).map(|(hint, word)| format!("{{\"{hint}\", \"{word}\"}}")).collect();
    format!("[]demand{{{}}}", demands.join(", "))
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
	name       string
	narrowness int
	demands    []demand
}

type implication struct{ when, then []demand }

var hints = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

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
		return nil, fmt.Errorf("set command to the program that starts the server")
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

func demanded(name string) []demand {
	var matching []pin
	for _, pin := range pins {
		if pin.name == name {
			matching = append(matching, pin)
		}
	}
	for _, pattern := range patterns {
		if fits(pattern.name, name) {
			matching = append(matching, pattern)
		}
	}
	narrowest := map[string]int{}
	for _, pin := range matching {
		for _, demand := range pin.demands {
			narrowest[demand.hint] = max(narrowest[demand.hint], pin.narrowness)
		}
	}
	var all []demand
	for _, pin := range matching {
		for _, demand := range pin.demands {
			if pin.narrowness == narrowest[demand.hint] {
				all = append(all, demand)
			}
		}
	}
	return all
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

// The value of a hint, nil where it is unset. The hint "annotations" is set where any is.
func (t tool) found(hint string) any {
	if hint == "annotations" {
		for _, hint := range hints {
			if t.found(hint) != nil {
				return true
			}
		}
		return nil
	}
	if value, ok := t.Annotations[hint].(bool); ok {
		return value
	}
	return nil
}

func (t tool) meets(demands []demand) bool {
	for _, demand := range demands {
		if !holds(demand.expected, t.found(demand.hint)) {
			return false
		}
	}
	return true
}
"#;

const TESTS: &str = r#"
func TestEveryToolIsAsPinned(t *testing.T) {
	for _, tool := range tools(t) {
		for _, demand := range demanded(tool.Name) {
			found := tool.found(demand.hint)
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

func TestEveryImplicationHolds(t *testing.T) {
	for _, tool := range tools(t) {
		for _, implication := range implications {
			if tool.meets(implication.when) && !tool.meets(implication.then) {
				t.Errorf("%q is %v, so it must be %v", tool.Name, implication.when, implication.then)
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

const IS_NAMED: &str = r#"
func isNamed(name string) bool {
	for _, pin := range pins {
		if pin.name == name {
			return true
		}
	}
	return false
}
"#;

const OTHERS_ANNOTATED: &str = r#"
func TestEveryToolThatIsNotPinnedByNameHasAnnotations(t *testing.T) {
	for _, tool := range tools(t) {
		if !isNamed(tool.Name) && tool.found("annotations") == nil {
			t.Errorf("%q has no annotations", tool.Name)
		}
	}
}
"#;

const NO_OTHERS: &str = r#"
func TestEveryToolIsPinnedByName(t *testing.T) {
	for _, tool := range tools(t) {
		if !isNamed(tool.Name) {
			t.Errorf("%q is not pinned", tool.Name)
		}
	}
}
"#;
