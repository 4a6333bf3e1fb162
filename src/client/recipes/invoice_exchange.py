"""A client of Invoice Exchange in one file: copy it, and change what you like. Python 3.9 and newer, no packages.

    client = Client("http://127.0.0.1:4000", "svc_test_…")
    sent = client.post("/v1/documents/send", {"type": "invoice", "from": me, "to": they, "document": {…}})
    for document in client.list("/v1/documents", direction="incoming"):
        print(document["number"])
    for event in client.live_events(after=last_seq, types=["document.received"]):
        print(event["seq"], event["type"])
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, TypedDict, Union

Json = Dict[str, Any]


class Fault(TypedDict, total=False):
    """One fault of a request."""

    field: str
    rule: str
    message: str
    fix: str


class Event(TypedDict):
    """The envelope of every event; its `type` says what `data` has."""

    id: str
    seq: int
    type: str
    livemode: bool
    createdAt: str
    apiVersion: str
    companyId: Optional[str]
    data: Json


@dataclass
class Refusal(Exception):
    """The server has answered, and does not do what was asked."""

    code: str
    message: str
    status: int
    details: List[Fault] = field(default_factory=list)
    request_id: Optional[str] = None
    retry_after: Optional[float] = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class SignatureError(Exception):
    """A webhook was not signed with the secret, or its signature is too old."""


class Gap(Exception):
    """Events were lost: the feed goes on after `oldest`."""

    def __init__(self, after: int, oldest: int) -> None:
        super().__init__(f"The events after {after} are no longer kept. The feed goes on after {oldest}.")
        self.after = after
        self.oldest = oldest


RETRIED = (429, 500, 502, 503, 504)
LONGEST_WAIT = 120.0
SILENT_SECONDS = 30.0


def _refusal(error: urllib.error.HTTPError) -> Refusal:
    after = error.headers.get("Retry-After")
    try:
        written = json.loads(error.read()).get("error", {})
    except (ValueError, AttributeError):
        written = {}
    # Some paths answer their codes in lower case; the address of the explanation names the code of the catalog.
    code = str(written.get("docUrl", "")).rpartition("#")[2] or str(written.get("code", f"HTTP_{error.code}"))
    return Refusal(
        code=code,
        message=str(written.get("message", error.reason)),
        status=error.code,
        details=written.get("details", []),
        request_id=error.headers.get("X-Request-Id"),
        retry_after=float(after) if after and after.replace(".", "", 1).isdigit() else None,
    )


@dataclass
class Client:
    base_url: str
    api_key: str
    retries: int = 4
    timeout: float = 30.0

    def get(self, path: str, **query: Any) -> Json:
        return self._json("GET", path, query=query)

    def post(self, path: str, body: Optional[Mapping[str, Any]] = None, idempotency_key: Optional[str] = None) -> Json:
        """Carried out once, however often it is repeated: each call has a key."""
        return self._json("POST", path, body=body or {}, key=idempotency_key or str(uuid.uuid4()))

    def patch(self, path: str, body: Mapping[str, Any]) -> Json:
        return self._json("PATCH", path, body=body)

    def delete(self, path: str) -> Json:
        return self._json("DELETE", path)

    def file(self, path: str) -> bytes:
        with self._send("GET", path) as answer:
            return answer.read()

    def list(self, path: str, **query: Any) -> Iterator[Json]:
        """The rows of a list, page by page."""
        query.setdefault("limit", 100)
        while True:
            page = self.get(path, **query)
            yield from page["data"]
            if page["cursor"] is None:
                return
            query["cursor"] = page["cursor"]

    def live_events(
        self, after: Optional[int] = None, types: Sequence[str] = (), **filters: str
    ) -> Iterator[Event]:
        """Events in order and each once: stored ones after a number, then new ones. It resumes by itself."""
        last, attempt = after, 0
        while True:
            try:
                for seq, event in self._stream(last, types, filters):
                    attempt = 0
                    if event is not None and (last is None or seq > last):
                        yield event
                    last = seq if last is None else max(last, seq)
            except Refusal as refusal:
                if refusal.code == "CURSOR_EXPIRED":
                    raise Gap(last or 0, int(refusal.details[0]["oldest"])) from refusal  # type: ignore[typeddict-item]
                if refusal.status not in RETRIED and refusal.code != "SUBSCRIBER_TOO_SLOW":
                    raise
            except OSError:
                pass
            attempt += 1
            time.sleep(min(30.0, 0.5 * 2 ** (attempt - 1)) * random.uniform(0.5, 1.0))

    def _stream(self, after: Optional[int], types: Sequence[str], filters: Mapping[str, str]) -> Iterator[Any]:
        query: Dict[str, Any] = {**filters, "after": after, "type": ",".join(types) or None}
        kind, seq, data = "message", 0, None
        with self._open("GET", "/v1/events/stream", query=query, timeout=SILENT_SECONDS) as answer:
            for raw in answer:
                name, _, value = raw.decode("utf-8").rstrip("\r\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "id":
                    seq = int(value)
                elif name == "data":
                    data = json.loads(value)
                elif name == "" and value == "":
                    if kind == "error" and data:
                        error = data["error"]
                        final = error["type"] in ("authentication_error", "permission_error")
                        raise Refusal(error["code"], error["message"], 401 if final else 503, error["details"])
                    yield seq, data
                    kind, data = "message", None

    def _json(self, method: str, path: str, **given: Any) -> Json:
        with self._send(method, path, **given) as answer:
            text = answer.read()
            return json.loads(text) if text else {}

    def _send(self, method: str, path: str, **given: Any) -> Any:
        safe = method == "GET" or given.get("key") is not None
        for attempt in range(1, self.retries + 2):
            wait = min(8.0, 0.5 * 2 ** (attempt - 1)) * random.uniform(0.5, 1.0)
            try:
                return self._open(method, path, **given)
            except Refusal as refusal:
                wait = refusal.retry_after if refusal.retry_after is not None else wait
                again = refusal.status in RETRIED and (safe or refusal.status == 429)
                if attempt > self.retries or not again or wait > LONGEST_WAIT or refusal.code == "QUOTA_EXCEEDED":
                    raise
            except OSError:
                if attempt > self.retries or not safe:
                    raise
            time.sleep(wait)
        raise AssertionError("unreachable")

    def _open(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = f"{self.base_url}{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        request = urllib.request.Request(address, method=method)
        request.add_header("Authorization", f"Bearer {self.api_key}")
        if key is not None:
            request.add_header("Idempotency-Key", key)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode("utf-8")
        try:
            return urllib.request.urlopen(request, timeout=timeout or self.timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None


def verify_webhook(
    body: bytes, signature: Optional[str], secret: Union[str, Sequence[str]], tolerance_seconds: int = 300
) -> Event:
    """Checks the header `X-Service-Signature` over the raw body, and answers the event."""
    parts = [part.strip().partition("=") for part in (signature or "").split(",")]
    stamp = next((value for name, _, value in parts if name == "t"), "")
    given = [value for name, _, value in parts if name == "v1"]
    if not stamp.isdigit() or not given:
        raise SignatureError("The header has another form than t=…,v1=….")
    secrets = [secret] if isinstance(secret, str) else secret
    signed = stamp.encode() + b"." + body
    expected = [hmac.new(one.encode(), signed, hashlib.sha256).hexdigest() for one in secrets]
    if not any(hmac.compare_digest(one, other) for one in expected for other in given):
        raise SignatureError("The webhook was not signed with this secret, or its body was changed.")
    if abs(time.time() - int(stamp)) > tolerance_seconds:
        raise SignatureError(f"The signature is more than {tolerance_seconds} seconds old.")
    event: Event = json.loads(body)
    return event
