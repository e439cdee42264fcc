//! Functions of a Python project that register tools, directly or through another one of them.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::syntax::{Member, Parsed, children, member_named, members};

/// A function whose body registers a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PythonFunction {
    pub name: String,
    pub file: String,
    pub line: usize,
    /// Names of parameters without `self` and `cls`, in order.
    pub parameters: Vec<String>,
    /// The line that registers the tool.
    pub registers_at: Option<usize>,
    /// Functions whose result it returns.
    pub forwards_to: Vec<String>,
    /// The parameter that names the tool.
    pub name_parameter: Option<String>,
    /// Annotations are a parameter that is passed on, also within `**kwargs`.
    pub takes_annotations: bool,
    /// The tool is named after the function that is given first, as in `Tool(name=function.__name__)`.
    pub names_by_function: bool,
}

#[derive(Debug, Default)]
pub(crate) struct PythonFunctions {
    functions: Vec<PythonFunction>,
}

impl PythonFunctions {
    /// Adds the functions of a file; those of a file that is read again are not added twice.
    pub fn add_file(&mut self, parsed: &Parsed) {
        if self.functions.iter().any(|one| one.file == parsed.path) {
            return;
        }
        let mut found = Vec::new();
        parsed.walk(|node| {
            if node.kind() == "function_definition" {
                found.extend(read(parsed, node));
            }
        });
        self.functions.extend(found);
    }

    /// The function of this name, and the one that registers the tool, which it may return the result of.
    pub fn find(&self, name: &str) -> Option<(&PythonFunction, &PythonFunction)> {
        let first = self.functions.iter().find(|one| one.name == name)?;
        let mut seen = HashSet::from([name]);
        let mut next = vec![first];
        while let Some(function) = next.pop() {
            if function.registers_at.is_some() || function.names_by_function {
                return Some((first, function));
            }
            for target in &function.forwards_to {
                if seen.insert(target) {
                    next.extend(self.functions.iter().find(|one| one.name == *target));
                }
            }
        }
        None
    }
}

fn read(parsed: &Parsed, node: Node) -> Option<PythonFunction> {
    let name = parsed.field_text(node, "name")?.to_owned();
    let list = children(node.child_by_field_name("parameters")?);
    let parameter = |node: &Node| {
        let text = parsed.text_of(*node).split([':', '=']).next().unwrap_or_default().trim();
        (!matches!(text, "self" | "cls" | "*" | "/")).then(|| text.to_owned())
    };
    let parameters: Vec<String> = list.iter().filter_map(parameter).collect();
    let mut function = PythonFunction {
        name,
        file: parsed.path.to_owned(),
        line: parsed.position(node.start_byte()).line,
        parameters,
        registers_at: None,
        forwards_to: Vec::new(),
        name_parameter: None,
        takes_annotations: false,
        names_by_function: false,
    };
    visit(parsed, node.child_by_field_name("body")?, &mut function);
    let is_used =
        function.registers_at.is_some() || !function.forwards_to.is_empty() || function.names_by_function;
    is_used.then_some(function)
}

fn visit(parsed: &Parsed, node: Node, function: &mut PythonFunction) {
    match node.kind() {
        "call" => read_call(parsed, node, function),
        "return_statement" => {
            let call = children(node).first().copied().filter(|value| value.kind() == "call");
            let callee = call.and_then(|call| parsed.field_text(call, "function"));
            function.forwards_to.extend(callee.and_then(|text| text.rsplit('.').next()).map(str::to_owned));
        }
        "attribute" => {
            let first = function.parameters.first();
            function.names_by_function |= parsed.field_text(node, "attribute") == Some("__name__")
                && first.is_some_and(|first| parsed.field_text(node, "object") == Some(first.as_str()))
                && function.name.to_lowercase().contains("tool");
        }
        // Tools that are defined inside are registered as they are.
        "decorator" => return,
        _ => {}
    }
    for child in children(node) {
        visit(parsed, child, function);
    }
}

/// `server.tool(…)` and `server.add_tool(…)`.
fn read_call(parsed: &Parsed, call: Node, function: &mut PythonFunction) {
    let Some(callee) = call.child_by_field_name("function") else { return };
    let is_method = callee.kind() == "attribute"
        && matches!(parsed.field_text(callee, "attribute"), Some("tool" | "add_tool"))
        && parsed.field_text(callee, "object").is_some_and(|object| !object.ends_with("agent"));
    let Some(arguments) = call.child_by_field_name("arguments").filter(|_| is_method) else { return };
    let arguments = members(arguments);
    let is_parameter = |text: &str| function.parameters.iter().any(|parameter| parameter == text);
    let value_of = |member: &Member| member.value.map(|value| parsed.text_of(value));
    let named = |name: &str| member_named(parsed, &arguments, name).and_then(value_of);
    let name =
        named("name").or_else(|| arguments.first().filter(|first| first.key.is_none()).and_then(value_of));
    let spreads = arguments.iter().filter(|member| member.is_spread());
    let mut spreads = spreads.map(|member| parsed.text_of(member.node));
    let takes_annotations = named("annotations").is_some_and(is_parameter) || spreads.any(is_parameter);
    let name_parameter = name.filter(|name| is_parameter(name)).map(str::to_owned);
    if function.registers_at.is_none() {
        function.takes_annotations = takes_annotations;
        function.name_parameter = name_parameter;
        function.registers_at = Some(parsed.position(call.start_byte()).line);
    }
}
