//! Plan of a request: where each argument of a tool goes.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::body::BodyPlan;
use super::http::{self, HttpRequest, RequestField};
use super::parameter::{Location, ParameterPlan, WrittenParameter};
use super::path::PathTemplate;
use super::style::Pair;
use super::{ArgumentProblem, percent};
use crate::sources::openapi::security::Requirement;
use crate::sources::openapi::server::ServerUrl;

/// Everything needed to build requests for one operation. It holds no schemas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPlan {
    /// Base URLs, the preferred first. Empty if the document has none that is usable.
    pub servers: Arc<[ServerUrl]>,
    /// Alternatives, of which one must be met. Empty if the operation needs no credentials.
    pub security: Arc<[Requirement]>,
    /// The success response, if it is JSON.
    pub output: Option<OutputPlan>,
    pub(in crate::sources::openapi) method: Box<str>,
    pub(in crate::sources::openapi) path: PathTemplate,
    pub(in crate::sources::openapi) parameters: Box<[ParameterPlan]>,
    pub(in crate::sources::openapi) body: Option<BodyPlan>,
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
        let is_parameter = |name: &str| self.parameters.iter().any(|parameter| *parameter.argument == *name);
        let others = arguments.iter().filter(|(name, _)| !is_parameter(name));
        let body = match &self.body {
            Some(body) => body.build(others, &mut parts.problems),
            None => {
                parts.problems.extend(others.map(|(name, _)| unknown_argument(name)));
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

    /// The first key of an exploded object that is the name of something else in the same location.
    fn taken_name(&self, parameter: &ParameterPlan, written: &WrittenParameter) -> Option<String> {
        let (WrittenParameter::Query(pairs) | WrittenParameter::Cookies(pairs)) = written else {
            return None;
        };
        let others: Vec<&ParameterPlan> = self
            .parameters
            .iter()
            .filter(|other| other.location == parameter.location && other.name != parameter.name)
            .collect();
        let names = pairs.iter().map(|(name, _)| percent::decode(name));
        let mut names = names.map(|name| String::from_utf8_lossy(&name).into_owned());
        names.find(|name| {
            let is_fixed =
                || self.path.fixed_pairs().any(|pair| !pair.is_empty() && http::is_pair_named(pair, name));
            let is_credential =
                || self.security.iter().any(|requirement| requirement.uses(parameter.location, name));
            others.iter().any(|other| *other.name == **name || other.owns_brackets(name))
                || (parameter.location == Location::Query && is_fixed())
                || is_credential()
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

impl ParameterPlan {
    /// Returns whether a server reads `name[key]` as part of this parameter.
    fn owns_brackets(&self, name: &str) -> bool {
        name.split_once('[').is_some_and(|(before, _)| *before == *self.name)
    }
}

pub fn unknown_argument(name: &str) -> ArgumentProblem {
    ArgumentProblem::new(name, "is not an argument of this tool")
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
