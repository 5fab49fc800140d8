//! Whom TLS trusts: those whom the system names; where it names nobody, those whom Mozilla does.

use reqwest::{Certificate, Client, ClientBuilder};
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

/// Builds an HTTP client, also on a machine without CA certificates, which a container from nothing is: a server there must
/// start, and may be all that is ever asked.
pub fn build_client(builder: impl Fn() -> ClientBuilder) -> Result<Client, reqwest::Error> {
    builder().build().or_else(|_| with_known_roots(builder()))
}

/// Beside the system's, which are none when it matters.
fn with_known_roots(builder: ClientBuilder) -> Result<Client, reqwest::Error> {
    let known = TLS_SERVER_ROOT_CERTS.iter().map(|root| Certificate::from_der(root));
    builder.tls_certs_merge(known.collect::<Result<Vec<_>, _>>()?).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_roots_make_a_client() {
        drop(rustls::crypto::ring::default_provider().install_default());
        assert!(with_known_roots(Client::builder()).is_ok());
    }
}
