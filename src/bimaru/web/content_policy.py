"""What the security headers say, the content security policy among them; `security.py` sets them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""The content security policy: nothing from elsewhere, nothing inline."""

EXCEPTIONS: Final[dict[str, dict[str, str]]] = {
    "/service/engine-worker.js": {"script-src": "'self' 'wasm-unsafe-eval'"},  # it compiles WebAssembly
    "/embed.html": {"frame-ancestors": "*"},  # made to be shown in other sites
    "/embedding.html": {"frame-src": "'self'"},  # shows a preview of it
}
"""What the policy allows on single paths."""


def policy_text(exceptions: Mapping[str, str] | None = None) -> str:
    """The policy with these exceptions, as the value of a header."""
    return "; ".join(
        f"{directive} {source}" for directive, source in (POLICY | dict(exceptions or {})).items()
    )


HEADERS: Final = {
    "Content-Security-Policy": policy_text(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def meta_policy(path: str) -> str:
    """The policy of a path as an element of a document; there it cannot say who may frame the document."""
    policy = policy_text(EXCEPTIONS.get(path))
    text = "; ".join(part for part in policy.split("; ") if not part.startswith("frame-ancestors "))
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(text, quote=False)}">'
