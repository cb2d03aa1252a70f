"""librdkafka's options in Faust's form."""

import ssl

import pytest
from faust.auth import SASLCredentials, SSLCredentials

from pipeline.errors import BadSetup
from pipeline.runtime.security import credentials_from

LOGIN = {"sasl.username": "me", "sasl.password": "hush"}


def test_a_plain_connection_needs_nothing() -> None:
    assert credentials_from({}) is None
    assert credentials_from({"security.protocol": "plaintext"}) is None


def test_tls_verifies_unless_told_otherwise() -> None:
    strict = credentials_from({"security.protocol": "SSL"})
    assert isinstance(strict, SSLCredentials)
    assert (strict.context.check_hostname, strict.context.verify_mode) == (True, ssl.CERT_REQUIRED)
    lax = credentials_from({"security.protocol": "SSL", "enable.ssl.certificate.verification": "false"})
    assert isinstance(lax, SSLCredentials)
    assert lax.context.verify_mode == ssl.CERT_NONE
    nameless = credentials_from({"security.protocol": "SSL", "ssl.endpoint.identification.algorithm": "none"})
    assert isinstance(nameless, SSLCredentials)
    assert (nameless.context.check_hostname, nameless.context.verify_mode) == (False, ssl.CERT_REQUIRED)


@pytest.mark.parametrize("protocol", ["SASL_PLAINTEXT", "SASL_SSL"])
@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_sasl_takes_its_mechanism_and_tls_where_asked(protocol: str, mechanism: str) -> None:
    found = credentials_from({"security.protocol": protocol, "sasl.mechanism": mechanism, **LOGIN})
    assert isinstance(found, SASLCredentials)
    assert (found.protocol.value, found.mechanism.value) == (protocol, mechanism)
    assert (found.username, found.password) == ("me", "hush")


@pytest.mark.parametrize(
    "kafka",
    [
        {"security.protocol": "TLS"},
        {"security.protocol": "SASL_SSL", "sasl.mechanism": "GSSAPI", **LOGIN},
        {"security.protocol": "SASL_PLAINTEXT", "sasl.username": "me"},
        {"security.protocol": "SSL", "ssl.ca.location": "/nowhere.pem"},
    ],
)
def test_what_the_client_cannot_speak_is_refused(kafka: dict[str, str]) -> None:
    with pytest.raises(BadSetup):
        credentials_from(kafka)


def test_what_the_workers_client_would_ignore_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"does not know kafka\.ssl\.ca\.pem") as refusal:
        credentials_from({"security.protocol": "SSL", "ssl.ca.pem": "-----"})
    assert "ssl.ca.location" in refusal.value.advice
