"""The `kafka.*` settings, which are librdkafka's, in the form that aiokafka takes from Faust.

Passes nothing on that is not named here; confluent-kafka gets all of them as they are.
"""

import ssl
from collections.abc import Mapping

from faust.auth import SASLCredentials, SSLCredentials
from faust.types.auth import CredentialsT

from pipeline.errors import BadSetup

PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
KNOWN = {
    "enable.ssl.certificate.verification",
    "sasl.mechanism",
    "sasl.mechanisms",
    "sasl.password",
    "sasl.username",
    "ssl.ca.location",
    "ssl.certificate.location",
    "ssl.endpoint.identification.algorithm",
    "ssl.key.location",
    "ssl.key.password",
}


def credentials_from(kafka: Mapping[str, str]) -> CredentialsT | None:
    """Return what Faust calls `broker_credentials`; None for a plain connection.

    Raises `BadSetup` for a protocol, mechanism or option that the worker's client does not know, and for certificates
    that cannot be read.
    """
    protocol = kafka.get("security.protocol", "PLAINTEXT").upper()
    if protocol not in PROTOCOLS:
        raise BadSetup(f"kafka.security.protocol = {protocol!r} is none.", f"Use one of {', '.join(PROTOCOLS)}.")
    unknown = [name for name in kafka if name.startswith(("ssl.", "sasl.")) and name not in KNOWN]
    if unknown:
        raise BadSetup(
            f"The worker's client does not know kafka.{unknown[0]}.", f"It takes {', '.join(sorted(KNOWN))}."
        )
    context = _context(kafka) if protocol.endswith("SSL") else None
    if protocol.startswith("SASL"):
        return _sasl(kafka, context)
    return SSLCredentials(context) if context is not None else None


def _sasl(kafka: Mapping[str, str], context: ssl.SSLContext | None) -> CredentialsT:
    mechanism = kafka.get("sasl.mechanism", kafka.get("sasl.mechanisms", "PLAIN")).upper()
    if mechanism not in MECHANISMS:
        raise BadSetup(
            f"kafka.sasl.mechanism = {mechanism!r} is not supported.", f"Use one of {', '.join(MECHANISMS)}."
        )
    missing = [name for name in ("sasl.username", "sasl.password") if not kafka.get(name)]
    if missing:
        raise BadSetup(
            f"SASL needs kafka.{missing[0]}.", f"Set FIRSTPRINT_KAFKA_{missing[0].upper().replace('.', '_')}."
        )
    return SASLCredentials(
        username=kafka["sasl.username"], password=kafka["sasl.password"], ssl_context=context, mechanism=mechanism
    )


def _context(kafka: Mapping[str, str]) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=kafka.get("ssl.ca.location"))
        certificate = kafka.get("ssl.certificate.location")
        if certificate:
            context.load_cert_chain(certificate, kafka.get("ssl.key.location"), kafka.get("ssl.key.password"))
    except OSError as error:  # ssl.SSLError is one
        raise BadSetup(f"The TLS files cannot be used: {error}.", "Check kafka.ssl.ca.location and its like.") from None
    if kafka.get("ssl.endpoint.identification.algorithm", "https").lower() == "none":
        context.check_hostname = False
    if kafka.get("enable.ssl.certificate.verification", "true").lower() == "false":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
