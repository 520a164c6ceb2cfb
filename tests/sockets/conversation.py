"""A client of the contracts in `service`, and the frames of their framings written by hand."""

import json
from typing import Any

from websockets.sync.client import ClientConnection

from ..waiting import HANG
from .service import Documented


class Conversation:
    """A client that holds each message against the documents."""

    def __init__(self, socket: ClientConnection, known: Documented) -> None:
        self._socket = socket
        self._known = known

    def send(self, frame: Any) -> None:
        text = frame if isinstance(frame, str) else json.dumps(frame)
        self._known.check(text, from_client=True)
        self._socket.send(text)

    def send_wrong(self, frame: Any) -> None:
        """Send what no document knows."""
        self._socket.send(frame if isinstance(frame, str) else json.dumps(frame))

    def receive(self) -> Any:
        text = self._socket.recv(HANG)
        assert isinstance(text, str)
        self._known.check(text, from_client=False)
        return json.loads(text)


class Words:
    """The frames of a framing, written by hand."""

    def __init__(self, framing: str) -> None:
        self.framing = framing

    def request(self, method: str, payload: Any, id: Any = 1) -> Any:
        return {
            "ggdocs": {"id": id, "method": method, "data": payload},
            "json-rpc": {"jsonrpc": "2.0", "id": id, "method": method, "params": payload},
            "ocpp": [2, id, method, payload],
            "bare": payload,
        }[self.framing]

    def event(self, method: str, payload: Any) -> Any:
        return {
            "ggdocs": {"method": method, "data": payload},
            "json-rpc": {"jsonrpc": "2.0", "method": method, "params": payload},
            "ocpp": [5, method, payload],
            "bare": payload,
        }[self.framing]

    def answer(self, payload: Any, id: Any = 1) -> Any:
        return {
            "ggdocs": {"id": id, "data": payload},
            "json-rpc": {"jsonrpc": "2.0", "id": id, "result": payload},
            "ocpp": [3, id, payload],
            "bare": payload,
        }[self.framing]

    def error_of(self, frame: Any) -> Any:
        """The error inside a frame, in the format of the contract."""
        match self.framing:
            case "ggdocs":
                return frame["error"]
            case "json-rpc":
                return frame["error"]["data"]
            case "ocpp":
                return frame[4]
            case _:
                return frame

    def id_of(self, frame: Any) -> Any:
        return frame[1] if isinstance(frame, list) else frame.get("id")
