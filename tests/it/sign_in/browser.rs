//! Scripted browser: stores cookies and follows redirects.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Time limit for a page.
const PAGE_TIMEOUT: Duration = Duration::from_secs(90);

#[derive(Default)]
pub struct Browser {
    /// Values by host and name.
    cookies: BTreeMap<(String, String), String>,
}

/// A response with its raw headers.
pub struct Page {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Page {
    fn header_values(&self, name: &str) -> impl Iterator<Item = &str> {
        let fields = self.headers.lines().filter_map(|line| line.split_once(": "));
        fields.filter(move |(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

impl Browser {
    /// Opens a page, follows all redirects, and returns the last page.
    pub fn follow(&mut self, page: &str) -> Page {
        self.follow_redirects(page, |_| false).1
    }

    /// Follows redirects and returns the first URL that starts with `stop`, without opening it.
    pub fn follow_until(&mut self, page: &str, stop: &str) -> String {
        self.follow_redirects(page, |address| address.starts_with(stop)).0
    }

    fn follow_redirects(&mut self, page: &str, stop: impl Fn(&str) -> bool) -> (String, Page) {
        let mut address = page.to_owned();
        for _ in 0..20 {
            let page = self.get(&address);
            let Some(location) = page.header_values("location").next() else { return (address, page) };
            address = match location.strip_prefix('/') {
                Some(path) => format!("http://{}/{path}", host(&address)),
                None => location.to_owned(),
            };
            if stop(&address) {
                return (address, page);
            }
        }
        panic!("sent in circles, last to {address}");
    }

    pub fn get(&mut self, address: &str) -> Page {
        let host = host(address).to_owned();
        let path = &address["http://".len() + host.len()..];
        let kept = self.cookies.iter().filter(|((of, _), _)| *of == host);
        let cookies: Vec<String> = kept.map(|((_, name), value)| format!("{name}={value}")).collect();
        let mut stream = TcpStream::connect(&host).unwrap();
        stream.set_read_timeout(Some(PAGE_TIMEOUT)).unwrap();
        let cookies = cookies.join("; ");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (headers, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        let page = Page { status, headers: headers.to_owned(), body: body.to_owned() };
        for cookie in page.header_values("set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            let key = (host.clone(), name.to_owned());
            if value.is_empty() {
                self.cookies.remove(&key);
            } else {
                self.cookies.insert(key, value.to_owned());
            }
        }
        page
    }
}

/// `127.0.0.1:8000` out of a URL.
pub fn host(address: &str) -> &str {
    let rest = address.strip_prefix("http://").unwrap_or_else(|| panic!("{address} is not of this machine"));
    rest.split(['/', '?']).next().unwrap()
}

/// A decoded query parameter of a URL.
pub fn query_param(address: &str, name: &str) -> Option<String> {
    let (_, query) = address.split_once('?')?;
    let value = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    let mut bytes = value.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            other => other,
        });
    }
    Some(String::from_utf8(decoded).unwrap())
}
