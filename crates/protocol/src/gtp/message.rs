//! Requests and responses.

use std::fmt;

/// One line of a controller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Repeated in the response.
    pub id: Option<u32>,
    /// The command's name, which need not be one that is known.
    pub name: String,
    /// The words after the name, without those of a comment.
    pub arguments: Vec<String>,
}

impl Request {
    /// A request without id.
    pub fn new(name: &str, arguments: &[&str]) -> Request {
        Request { id: None, name: name.into(), arguments: arguments.iter().map(|a| a.to_string()).collect() }
    }

    /// Reads a line: control characters are dropped, tabs are blanks, `#` begins a comment. `None` for an empty line.
    pub fn parse(line: &str) -> Option<Request> {
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        Some(Request { id, name: words.next()?.to_string(), arguments: words.map(str::to_string).collect() })
    }
}

/// The line, without a line break.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// What an engine says to one request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The request's id.
    pub id: Option<u32>,
    /// The result, or the message of a failure; may have several lines, none of them empty.
    pub text: Result<String, String>,
}

impl Response {
    /// The first line of a success whose other lines come one by one, until an empty line ends it; without a line break.
    pub fn opening(id: Option<u32>) -> String {
        id.map_or_else(|| "=".to_string(), |id| format!("={id}"))
    }
}

/// The whole response with the empty line that ends it. Empty lines inside the text are dropped: they would end it early.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        for (index, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            f.write_str(if index == 0 { " " } else { "\n" })?;
            f.write_str(line)?;
        }
        f.write_str("\n\n")
    }
}

/// Puts responses together from lines.
///
/// Lines outside a response (debug output of an engine) are dropped, as controllers do.
#[derive(Clone, Default, Debug)]
pub struct ResponseReader {
    open: Option<Response>,
}

impl ResponseReader {
    /// Whether a response has begun that has not ended.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes a line without its line break; gives the response that it ends.
    pub fn push_line(&mut self, line: &str) -> Option<Response> {
        let line = line.trim_end();
        if let Some(response) = &mut self.open {
            if line.is_empty() {
                return self.open.take();
            }
            let (Ok(text) | Err(text)) = &mut response.text;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
            return None;
        }
        let success = match line.chars().next() {
            Some('=') => true,
            Some('?') => false,
            _ => return None,
        };
        let rest = &line[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let id = rest[..digits].parse().ok();
        let text = rest[digits..].trim_start().to_string();
        self.open = Some(Response { id, text: if success { Ok(text) } else { Err(text) } });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_read_as_the_standard_says() {
        let request = Request::parse("12 play\tb E5 # centre\r").unwrap();
        assert_eq!(request, Request { id: Some(12), ..Request::new("play", &["b", "E5"]) });
        assert_eq!(request.to_string(), "12 play b E5");
        for empty in ["", "   ", "# only a comment", "\r\n", "7"] {
            assert_eq!(Request::parse(empty), None, "{empty:?}");
        }
    }

    #[test]
    fn responses_go_there_and_back() {
        let read = |text: &str| {
            let mut reader = ResponseReader::default();
            text.lines().filter_map(|line| reader.push_line(line)).collect::<Vec<_>>()
        };
        let responses = [
            Response { id: None, text: Ok(String::new()) },
            Response { id: Some(3), text: Ok("E5".into()) },
            Response { id: None, text: Err("illegal move".into()) },
            Response { id: None, text: Ok("first\nsecond".into()) },
        ];
        let text: String = responses.iter().map(Response::to_string).collect();
        assert_eq!(text, "=\n\n=3 E5\n\n? illegal move\n\n= first\nsecond\n\n");
        assert_eq!(read(&text), responses);
        assert_eq!(
            read(&format!("{}\ninfo\n\n", Response::opening(Some(8)))),
            [Response { id: Some(8), text: Ok("info".into()) }]
        );
        assert_eq!(read("debug\n= E5\n\nmore debug\n\n"), [Response { id: None, text: Ok("E5".into()) }]);
        assert_eq!(Response { id: None, text: Ok("a\n\nb\n".into()) }.to_string(), "= a\nb\n\n");
    }
}
