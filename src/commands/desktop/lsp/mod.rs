//! `dodgem lsp`: level files in editors, by the Language Server Protocol 3.17 over the standard streams. It reports
//! the problems that `dodgem check` reports, and takes completion and explanations from the tables of
//! `docs/levels.md`.

mod cursor;
mod frame;
mod reference;
mod text;

use std::collections::HashMap;
use std::io::{BufRead, Write};

use serde_json::{Value, json};

use dodgem::level::{Library, parse};
use dodgem_scene::params::limits;

use crate::commands::output::{Failure, VERSION};
use cursor::Cursor;
use reference::Reference;

/// The name of the document in messages.
const DOCUMENT: &str = "this level";

/// Codes of JSON-RPC.
const UNKNOWN_METHOD: i32 = -32601;
const NO_JSON: i32 = -32700;

/// Kinds of completions in the protocol.
const FIELD: u32 = 5;
const VARIANT: u32 = 20;

/// Serves an editor until it says `exit` or goes away.
pub(super) fn run() -> Result<(), Failure> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut server = Server::new();
    serve(&mut server, &mut input, &mut output).map_err(Failure::input)?;
    match server.shut_down {
        true => Ok(()),
        false => Err(Failure::Input(
            "the editor went away without the request `shutdown`".to_owned(),
        )),
    }
}

fn serve(
    server: &mut Server,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<()> {
    while let Some(bytes) = frame::read(input)? {
        let Ok(message) = serde_json::from_slice::<Value>(&bytes) else {
            let error = json!({"code": NO_JSON, "message": "this is no JSON"});
            frame::write(
                output,
                &json!({"jsonrpc": "2.0", "id": null, "error": error}),
            )?;
            continue;
        };
        if message["method"] == "exit" {
            break;
        }
        for answer in server.answer(&message) {
            frame::write(output, &answer)?;
        }
    }
    Ok(())
}

/// The state of a conversation with an editor.
struct Server {
    library: Library,
    reference: Reference,
    /// The texts of the open files, by their addresses.
    documents: HashMap<String, String>,
    shut_down: bool,
}

impl Server {
    fn new() -> Self {
        Server {
            library: Library::standard(),
            reference: Reference::read(),
            documents: HashMap::new(),
            shut_down: false,
        }
    }

    /// Returns the messages that answer one.
    fn answer(&mut self, message: &Value) -> Vec<Value> {
        let (method, params) = (message["method"].as_str().unwrap_or(""), &message["params"]);
        let Some(id) = message.get("id") else {
            return self.note(method, params).into_iter().collect();
        };
        let result = match method {
            "initialize" => capabilities(),
            "shutdown" => {
                self.shut_down = true;
                Value::Null
            }
            "textDocument/completion" => self.at(params, Self::completions),
            "textDocument/hover" => self.at(params, Self::explanation),
            _ => {
                let said = format!("{method:?} is not supported");
                let error = json!({"code": UNKNOWN_METHOD, "message": said});
                return vec![json!({"jsonrpc": "2.0", "id": id, "error": error})];
            }
        };
        vec![json!({"jsonrpc": "2.0", "id": id, "result": result})]
    }

    /// Follows a notification; a changed text brings its problems.
    fn note(&mut self, method: &str, params: &Value) -> Option<Value> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let text = match method {
            "textDocument/didOpen" => params["textDocument"]["text"].as_str()?,
            // The server asked for whole texts; the last one counts.
            "textDocument/didChange" => {
                params["contentChanges"].as_array()?.last()?["text"].as_str()?
            }
            "textDocument/didClose" => {
                self.documents.remove(uri);
                return Some(published(uri, Vec::new()));
            }
            _ => return None,
        };
        self.documents.insert(uri.to_owned(), text.to_owned());
        Some(published(uri, self.problems(text)))
    }

    fn problems(&self, text: &str) -> Vec<Value> {
        if text.len() as u64 > limits::LEVEL_BYTES {
            let message = format!("a level has {} bytes at most", limits::LEVEL_BYTES);
            return vec![diagnostic(text, None, &message)];
        }
        let Err(error) = parse(&self.library, DOCUMENT, text) else {
            return Vec::new();
        };
        let problems = error.problems().iter().map(|problem| {
            let named = match problem.value.as_str() {
                "" => problem.message.clone(),
                value => format!("{value}: {}", problem.message),
            };
            match problem.path == DOCUMENT {
                true => diagnostic(text, problem.place, &named),
                // A fault in the file of a part.
                false => diagnostic(text, None, &format!("{}: {named}", problem.path)),
            }
        });
        problems.collect()
    }

    /// Answers a question about a place in an open document.
    fn at(&self, params: &Value, answer: impl Fn(&Self, &Cursor<'_>) -> Value) -> Value {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or("");
        let Some(text) = self.documents.get(uri) else {
            return Value::Null;
        };
        answer(
            self,
            &Cursor::at(text, text::byte(text, &params["position"])),
        )
    }

    fn completions(&self, cursor: &Cursor<'_>) -> Value {
        let kind = if cursor.value_of.is_some() {
            VARIANT
        } else {
            FIELD
        };
        let offers = self.reference.offers(cursor).into_iter().map(|offer| {
            json!({
                "label": offer.name,
                "kind": kind,
                "detail": offer.detail,
                "insertText": match kind {
                    FIELD => format!("{}: ", offer.name),
                    _ => offer.name.clone(),
                },
                "documentation": {"kind": "markdown", "value": offer.text},
            })
        });
        Value::Array(offers.collect())
    }

    fn explanation(&self, cursor: &Cursor<'_>) -> Value {
        match self.reference.explain(cursor) {
            Some(text) => json!({"contents": {"kind": "markdown", "value": text}}),
            None => Value::Null,
        }
    }
}

fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // Whole texts: a level is small.
            "textDocumentSync": {"openClose": true, "change": 1},
            "completionProvider": {"triggerCharacters": ["(", ",", ":", " "]},
            "hoverProvider": true,
        },
        "serverInfo": {"name": "dodgem", "version": VERSION},
    })
}

fn published(uri: &str, problems: Vec<Value>) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "textDocument/publishDiagnostics",
        "params": {"uri": uri, "diagnostics": problems},
    })
}

/// A problem at a line and a column from 1, or at the start of the file.
fn diagnostic(document: &str, place: Option<(usize, usize)>, message: &str) -> Value {
    json!({
        "range": text::word_range(document, place.unwrap_or((1, 1))),
        "severity": 1,
        "source": "dodgem",
        "message": message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "// ä𝄞\n(\n    name: \"A\",\n    mode: Free,\n    cars: [(driver: Player, position: (0, 0), mas: 9)],\n)\n";

    /// Opens the level and asks each question at a line and a column from 0.
    fn ask(level: &str, questions: &[(&str, usize, usize)]) -> (Value, Vec<Value>) {
        let mut input = Vec::new();
        let document = json!({"uri": "file:///a.ron", "text": level});
        let mut send = |message: Value| frame::write(&mut input, &message).unwrap();
        send(json!({"id": 0, "method": "initialize", "params": {}}));
        send(json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
        for (id, (method, line, character)) in questions.iter().enumerate() {
            let position = json!({"line": line, "character": character});
            let params = json!({"textDocument": {"uri": "file:///a.ron"}, "position": position});
            send(
                json!({"id": id + 1, "method": format!("textDocument/{method}"), "params": params}),
            );
        }
        send(json!({"id": 99, "method": "shutdown"}));
        send(json!({"method": "exit"}));
        let (mut server, mut output) = (Server::new(), Vec::new());
        serve(&mut server, &mut input.as_slice(), &mut output).unwrap();
        assert!(server.shut_down);
        let (mut rest, mut answers) = (output.as_slice(), Vec::new());
        while let Some(bytes) = frame::read(&mut rest).unwrap() {
            answers.push(serde_json::from_slice(&bytes).unwrap());
        }
        let opened: Value = answers.remove(1);
        (opened["params"]["diagnostics"].clone(), answers)
    }

    #[test]
    fn an_editor_gets_problems_completions_and_explanations() {
        let (problems, answers) = ask(
            LEVEL,
            &[
                ("hover", 4, 13),
                ("completion", 4, 49),
                ("completion", 3, 10),
                ("definition", 0, 0),
            ],
        );
        assert_eq!(
            problems[0]["range"]["start"],
            json!({"line": 4, "character": 46})
        );
        assert!(
            problems[0]["message"].as_str().unwrap().contains("mass"),
            "{problems}"
        );
        assert!(
            answers[1].to_string().contains("required"),
            "{}",
            answers[1]
        );
        let labels = |answer: &Value| -> Vec<String> {
            let offers = answer["result"].as_array().unwrap().iter();
            offers
                .map(|offer| offer["label"].as_str().unwrap().to_owned())
                .collect()
        };
        assert!(
            labels(&answers[2]).contains(&"mass".to_owned()),
            "{}",
            answers[2]
        );
        assert!(
            !labels(&answers[2]).contains(&"driver".to_owned()),
            "it is there already"
        );
        assert_eq!(answers[4]["error"]["code"], UNKNOWN_METHOD);
    }

    #[test]
    fn a_level_that_can_be_played_has_no_problems() {
        let level = LEVEL.replace("mas:", "mass:").replace("9)", "90)");
        assert_eq!(ask(&level, &[]).0, json!([]));
    }
}
