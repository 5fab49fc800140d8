//! Small pages beside the application: they need no script of ours, and speak Spanish and English.

use std::fmt::Write as _;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use conserje_desk::model::Business;
use conserje_kernel::{Language, SiteId};
use conserje_operate::{App, Site};
use conserje_protocol::Problem;
use http::header;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};
use serde::Deserialize;
use utoipa::IntoParams;

use super::page;
use crate::wire::Open;
use crate::wire::extract::{AcceptedLanguage, PathId, QueryOf};
use crate::wire::failure::Failure;

const STYLE: &str = include_str!("../../assets/plain.css");
const HTML: &str = "text/html; charset=utf-8";
/// More of a business's services are not listed.
const SERVICES: usize = 12;

/// A page: its title as plain text, its content as HTML.
pub(super) fn page(language: Language, title: &str, content: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n<title>{}</title>\n\
         <link rel=\"icon\" href=\"/favicon.ico\">\n<link rel=\"stylesheet\" href=\"/plain.css\">\n</head>\n<body>\n{content}</body>\n</html>\n",
        language.tag(),
        escaped(title),
    );
    let about = [
        (header::CONTENT_TYPE, HTML),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language, accept"),
        (header::CONTENT_SECURITY_POLICY, page::POLICY),
    ];
    (about, html).into_response()
}

pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(sign),
        }
    }
    safe
}

/// How those pages look.
#[utoipa::path(get, path = "/plain.css", tag = "page", security(()),
    responses((status = 200, body = String, content_type = "text/css")))]
pub(super) async fn style(_: Open) -> Response {
    let about =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (about, STYLE).into_response()
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LanguageQuery {
    /// `es` or `en`; what the browser asks for unless told.
    language: Option<String>,
}

/// A page such as a business has, with the widget of a site on it: to try it as a customer. Only for sites that may be
/// shown on this server's own pages.
#[utoipa::path(get, path = "/try/{id}", tag = "page", security(()), params(("id" = String, Path), LanguageQuery),
    responses((status = 200, body = String, content_type = "text/html"), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn try_out(
    _: Open,
    State(app): State<App>,
    PathId(id): PathId<SiteId>,
    QueryOf(query): QueryOf<LanguageQuery>,
    accepted: AcceptedLanguage,
) -> Result<Response, Failure> {
    let (site, business) = app.operate().shop_window(id).await?;
    if !site.facts.allows(app.public_url()) {
        return Err(Failure::not_found("page"));
    }
    let wanted = query.language.as_deref().and_then(Language::preferred);
    let language = wanted.or(accepted.0).unwrap_or_default();
    let name = match &business {
        Some(business) => business.name.to(language).to_owned(),
        None if site.facts.title.is_empty() => site.facts.name.clone(),
        None => site.facts.title.clone(),
    };
    Ok(page(language, &name, &window(&site, business.as_ref(), &name, language)))
}

struct Words {
    about: &'static str,
    try_it: &'static str,
    say: [&'static str; 3],
    services: &'static str,
    branches: &'static str,
    other: (&'static str, &'static str),
}

fn words(language: Language) -> Words {
    match language {
        Language::Es => Words {
            about: "Esta página hace de web del negocio. Su chat está abajo a la derecha: escriba en él como si fuera un cliente.",
            try_it: "Pruebe a escribir",
            say: [
                "Quiero una cita para una limpieza mañana por la tarde",
                "¿Cuánto cuesta un blanqueamiento?",
                "¿Abren los sábados?",
            ],
            services: "Servicios",
            branches: "Dónde estamos",
            other: ("en", "English"),
        },
        Language::En => Words {
            about: "This page stands in for the business's own. Its chat is at the bottom right: write there as a customer would.",
            try_it: "Try writing",
            say: [
                "I'd like an appointment for a cleaning tomorrow afternoon",
                "How much is teeth whitening?",
                "Are you open on Saturdays?",
            ],
            services: "Services",
            branches: "Where we are",
            other: ("es", "Español"),
        },
    }
}

fn window(site: &Site, business: Option<&Business>, name: &str, language: Language) -> String {
    let words = words(language);
    let (tag, other) = words.other;
    let mut html = format!(
        "<header><a href=\"?language={tag}\" lang=\"{tag}\">{other}</a></header>\n<main>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n",
        escaped(name),
        words.about
    );
    // Writing to a String cannot fail.
    if let Some(business) = business {
        if business.vertical.as_deref() == Some("dental") {
            let _ = writeln!(html, "<h2>{}</h2>\n<ul class=\"say\">", words.try_it);
            for said in words.say {
                let _ = writeln!(html, "<li>{said}</li>");
            }
            html.push_str("</ul>\n");
        }
        if !business.services.is_empty() {
            let _ = writeln!(html, "<h2>{}</h2>\n<ul>", words.services);
            for service in business.services.iter().take(SERVICES) {
                let (name, about) = (service.name.to(language), service.description.to(language));
                let _ = writeln!(html, "<li><b>{}</b> {}</li>", escaped(name), escaped(about));
            }
            html.push_str("</ul>\n");
        }
        let _ = writeln!(html, "<h2>{}</h2>\n<ul>", words.branches);
        for branch in &business.branches {
            let place = [branch.address.as_str(), &branch.city, &branch.phone];
            let place: Vec<_> = place.into_iter().filter(|part| !part.is_empty()).collect();
            let name = escaped(branch.name.to(language));
            let _ = writeln!(html, "<li><b>{name}</b> {}</li>", escaped(&place.join(" · ")));
        }
        html.push_str("</ul>\n");
    }
    // As a page of the business has it.
    let _ = writeln!(
        html,
        "</main>\n<script src=\"/widget.js\" data-site=\"{}\" data-color=\"{}\" data-language=\"{}\" async></script>",
        site.id,
        escaped(&site.facts.color),
        language.tag()
    );
    html
}

/// What we wrote in Markdown, as HTML. A link leads to another error's page or to the web; others are text only.
pub(super) fn from_markdown(text: &str) -> String {
    let (mut html, mut links) = (String::new(), Vec::new());
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                let place = place_of(&dest_url);
                if let Some(place) = &place {
                    let _ = write!(html, "<a href=\"{}\">", escaped(place));
                }
                links.push(place.is_some());
            }
            Event::End(TagEnd::Link) => {
                if links.pop() == Some(true) {
                    html.push_str("</a>");
                }
            }
            Event::Start(tag) => {
                if let Some(name) = element(tag.to_end()) {
                    let _ = write!(html, "<{name}>");
                }
            }
            Event::End(end) => {
                if let Some(name) = element(end) {
                    let _ = writeln!(html, "</{name}>");
                }
            }
            Event::Text(text) => html.push_str(&escaped(&text)),
            Event::Code(text) => {
                let _ = write!(html, "<code>{}</code>", escaped(&text));
            }
            Event::SoftBreak | Event::HardBreak => html.push(' '),
            Event::Html(text) | Event::InlineHtml(text) => html.push_str(&escaped(&text)),
            Event::Rule => html.push_str("<hr>\n"),
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }
    html
}

fn place_of(written: &CowStr<'_>) -> Option<String> {
    if written.starts_with("https://") || written.starts_with('/') {
        return Some(written.to_string());
    }
    let page = written.strip_suffix(".md").filter(|page| !page.contains(['/', '.']))?;
    Some(format!("/docs/errors/{page}"))
}

fn element(end: TagEnd) -> Option<&'static str> {
    use pulldown_cmark::HeadingLevel;
    Some(match end {
        TagEnd::Heading(HeadingLevel::H1) => "h1",
        TagEnd::Heading(HeadingLevel::H2) => "h2",
        TagEnd::Heading(_) => "h3",
        TagEnd::Paragraph => "p",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::CodeBlock => "pre",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::BlockQuote(_) => "blockquote",
        TagEnd::Table => "table",
        TagEnd::TableHead | TagEnd::TableRow => "tr",
        TagEnd::TableCell => "td",
        TagEnd::Strikethrough
        | TagEnd::Link
        | TagEnd::Image
        | TagEnd::HtmlBlock
        | TagEnd::FootnoteDefinition
        | TagEnd::DefinitionList
        | TagEnd::DefinitionListTitle
        | TagEnd::DefinitionListDefinition
        | TagEnd::Superscript
        | TagEnd::Subscript
        | TagEnd::MetadataBlock(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_wrote_is_shown_and_nothing_in_it_is_markup() {
        let html = from_markdown("# a\n\nSee [b](b.md), [c](../guides/c.md) and `<d>` <script>.\n\n- e\n");
        assert_eq!(
            html,
            "<h1>a</h1>\n<p>See <a href=\"/docs/errors/b\">b</a>, c and <code>&lt;d&gt;</code> &lt;script&gt;.</p>\n\
             <ul>\n<li>e</li>\n</ul>\n"
                .replace("<ul>\n", "<ul>")
        );
    }
}
