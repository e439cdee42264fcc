//! Environment variables that make a program run, load or trust something else.

/// Returns why a variable of this name is dangerous, if it can make a program run something else.
pub fn variable_danger(name: &str) -> Option<&'static str> {
    let upper = name.to_ascii_uppercase();
    Some(match upper.as_str() {
        "LD_PRELOAD" | "LD_LIBRARY_PATH" | "LD_AUDIT" => "loads other code into every program it starts",
        _ if upper.starts_with("DYLD_") => "loads other code into every program it starts",
        "NODE_OPTIONS" | "NODE_PATH" | "NODE_EXTRA_CA_CERTS" => "changes what Node.js loads or trusts",
        "NODE_TLS_REJECT_UNAUTHORIZED" | "PYTHONHTTPSVERIFY" => "disables the verification of certificates",
        "PYTHONSTARTUP" | "PYTHONPATH" | "PYTHONHOME" | "PYTHONINSPECT" => {
            "changes what Python runs or loads"
        }
        "PERL5OPT"
        | "PERL5LIB"
        | "RUBYOPT"
        | "RUBYLIB"
        | "JAVA_TOOL_OPTIONS"
        | "_JAVA_OPTIONS"
        | "DOTNET_STARTUP_HOOKS" => "changes what the interpreter runs or loads",
        "BASH_ENV" | "ENV" | "PROMPT_COMMAND" | "SHELLOPTS" | "IFS" => "changes what a shell runs",
        "PATH" | "PATHEXT" | "COMSPEC" | "SHELL" | "EDITOR" | "PAGER" | "BROWSER" | "GIT_SSH_COMMAND"
        | "GIT_ASKPASS" => "decides which program runs",
        "HTTP_PROXY" | "HTTPS_PROXY" | "ALL_PROXY" => "sends its traffic through another machine",
        "SSL_CERT_FILE" | "SSL_CERT_DIR" | "REQUESTS_CA_BUNDLE" | "CURL_CA_BUNDLE" => {
            "changes which certificates it trusts"
        }
        "NPM_CONFIG_REGISTRY" | "PIP_INDEX_URL" | "UV_INDEX_URL" | "UV_DEFAULT_INDEX" => {
            "decides where packages are downloaded from"
        }
        _ => return None,
    })
}
