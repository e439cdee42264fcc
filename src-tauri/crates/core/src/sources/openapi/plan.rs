//! Plan of a request: where each argument of a tool goes. It is made together with the input schema of the tool.
//!
//! Pure functions: nothing is sent from here. No argument can change the origin, leave its path segment, or add a
//! parameter, header or cookie.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::request::body::BodyPlan;
use super::request::parameter::{Location, ParameterPlan, WrittenParameter};
use super::request::path::PathTemplate;
use super::request::style::Pair;
use super::request::{ArgumentProblem, HttpRequest, RequestField, percent};
use super::security::Requirement;
use super::server::ServerUrl;

/// Everything needed to build requests for one operation. It holds no schemas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPlan {
    /// Base URLs, the preferred first. Empty if the document has none that is usable.
    pub servers: Arc<[ServerUrl]>,
    /// Alternatives, of which one must be met. Empty if the operation needs no credentials.
    pub security: Arc<[Requirement]>,
    /// The success response, if it is JSON.
    pub output: Option<OutputPlan>,
    pub(super) method: Box<str>,
    pub(super) path: PathTemplate,
    pub(super) parameters: Box<[ParameterPlan]>,
    pub(super) body: Option<BodyPlan>,
}

/// A success response with JSON content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputPlan {
    /// Such as `200` or `2XX`.
    pub status: Box<str>,
    pub media_type: Box<str>,
    /// Whether its schema is the `outputSchema` of the tool, so that results must have `structuredContent`.
    pub is_structured: bool,
}

/// Parts of a request in the making.
#[derive(Default)]
struct RequestParts {
    path_values: Vec<Option<String>>,
    query: Vec<Pair>,
    headers: Vec<RequestField>,
    cookies: Vec<RequestField>,
    problems: Vec<ArgumentProblem>,
}

impl RequestPlan {
    /// Builds the request of a call, or reports every argument that cannot be sent. The arguments are not validated
    /// against the input schema: [`crate::call::validate`] does that.
    pub fn build(&self, arguments: &Map<String, Value>) -> Result<HttpRequest, Vec<ArgumentProblem>> {
        let mut parts =
            RequestParts { path_values: vec![None; self.parameters.len()], ..RequestParts::default() };
        for (position, parameter) in self.parameters.iter().enumerate() {
            self.add_parameter(position, parameter, arguments.get(&*parameter.argument), &mut parts);
        }
        let names: HashSet<&str> = self.parameters.iter().map(|parameter| &*parameter.argument).collect();
        let others = arguments.iter().filter(|(name, _)| !names.contains(name.as_str()));
        let body = match &self.body {
            Some(body) => body.build(others, &mut parts.problems),
            None => {
                parts.problems.extend(others.map(|(name, _)| ArgumentProblem::unknown(name)));
                None
            }
        };
        let path = match self.path.write(&parts.path_values) {
            Ok(path) => path,
            Err(segment) => {
                self.report_segment(&segment.0, &mut parts);
                String::new()
            }
        };
        if !parts.problems.is_empty() {
            return Err(parts.problems);
        }
        if let Some(output) = &self.output {
            // Some APIs answer in another format by default.
            parts.headers.push(RequestField::new("Accept", &*output.media_type));
        }
        Ok(HttpRequest {
            method: self.method.to_string(),
            path_and_query: append_query(path, &parts.query).into(),
            headers: parts.headers,
            cookies: parts.cookies,
            body,
        })
    }

    fn add_parameter(
        &self,
        position: usize,
        parameter: &ParameterPlan,
        argument: Option<&Value>,
        parts: &mut RequestParts,
    ) {
        let written = parameter.write(argument).and_then(|written| {
            let spreads = argument.is_some_and(|argument| parameter.spreads_keys(argument));
            let taken = if spreads { self.taken_name(parameter, &written) } else { None };
            taken.map_or(Ok(written), |name| {
                Err(format!("has the key \"{name}\", which is another parameter"))
            })
        });
        let field = |(name, value): Pair| RequestField::new(name, value);
        match written {
            Ok(WrittenParameter::Path(text)) => parts.path_values[position] = Some(text),
            Ok(WrittenParameter::Query(pairs)) => parts.query.extend(pairs),
            Ok(WrittenParameter::Header(text)) => {
                parts.headers.push(RequestField::new(&*parameter.name, text));
            }
            Ok(WrittenParameter::Cookies(pairs)) => parts.cookies.extend(pairs.into_iter().map(field)),
            Ok(WrittenParameter::Nothing) => {}
            Err(message) => parts.problems.push(ArgumentProblem::new(&*parameter.argument, message)),
        }
    }

    /// The first key of an exploded object that is the name of something else in the same location. Case is ignored, as
    /// by some servers; `name[key]` belongs to the parameter `name`, as in PHP and Rails.
    fn taken_name(&self, parameter: &ParameterPlan, written: &WrittenParameter) -> Option<String> {
        let (WrittenParameter::Query(pairs) | WrittenParameter::Cookies(pairs)) = written else {
            return None;
        };
        let is_other =
            |other: &&ParameterPlan| other.location == parameter.location && other.name != parameter.name;
        let others = self.parameters.iter().filter(is_other).map(|other| other.name.to_ascii_lowercase());
        let fixed = self.path.fixed_names().filter(|_| parameter.location == Location::Query);
        let mut taken: HashSet<String> = others.chain(fixed.map(|name| name.to_ascii_lowercase())).collect();
        let keys = self.security.iter().flat_map(|requirement| requirement.key_names(parameter.location));
        taken.extend(keys.map(|name| name.to_ascii_lowercase()));
        let mut names =
            pairs.iter().map(|(name, _)| String::from_utf8_lossy(&percent::decode(name)).into_owned());
        names.find(|name| {
            let name = name.to_ascii_lowercase();
            let outer = name.split_once('[').map_or("", |(outer, _)| outer);
            taken.contains(&name) || taken.contains(outer)
        })
    }

    /// Reports a segment that would be empty or `..`, unless its argument is reported already.
    fn report_segment(&self, parameters: &[usize], parts: &mut RequestParts) {
        const MESSAGE: &str = "leaves a segment of the path empty, or makes it \".\" or \"..\"";
        let is_reported = |argument: &str| parts.problems.iter().any(|problem| problem.argument == argument);
        let arguments = || parameters.iter().map(|position| &self.parameters[*position].argument);
        if let Some(argument) =
            arguments().next().filter(|_| !arguments().any(|argument| is_reported(argument)))
        {
            parts.problems.push(ArgumentProblem::new(&**argument, MESSAGE));
        }
    }
}

fn append_query(mut path: String, pairs: &[Pair]) -> String {
    let mut separator = if path.contains('?') { '&' } else { '?' };
    for (name, value) in pairs {
        path.push(separator);
        path.push_str(name);
        path.push('=');
        path.push_str(value);
        separator = '&';
    }
    path
}
