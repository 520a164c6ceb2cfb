"""Replies that are sent over a channel of their own, and channels over which nothing is sent."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec

from ..exports.validity import faults_of_asyncapi
from .test_asyncapi import read

PRICES = """
asyncapi: 3.0.0
info: {title: Prices, version: "1"}
channels:
  asked:
    address: prices/ask
    messages: {ask: {payload: {type: string}}}
  answers:
    address: prices/answers
    messages:
      price: {payload: {type: number}}
      refused: {payload: {type: "null"}}
  inbox:
    messages: {price: {payload: {type: integer}}}
  plain:
    address: prices/plain
    messages: {ping: {payload: {type: string}}, pong: {payload: {type: string}}}
  quiet: {address: prices/quiet, title: Quiet}
operations:
  ask:
    action: receive
    channel: {$ref: "#/channels/asked"}
    messages: [{$ref: "#/channels/asked/messages/ask"}]
    reply:
      channel: {$ref: "#/channels/answers"}
      messages: [{$ref: "#/channels/answers/messages/price"}]
  askPrivately:
    action: receive
    channel: {$ref: "#/channels/asked"}
    messages: [{$ref: "#/channels/asked/messages/ask"}]
    reply:
      address: {location: "$message.header#/replyTo"}
      channel: {$ref: "#/channels/inbox"}
  ping:
    action: receive
    channel: {$ref: "#/channels/plain"}
    messages: [{$ref: "#/channels/plain/messages/ping"}]
    reply:
      channel: {$ref: "#/channels/plain"}
      messages: [{$ref: "#/channels/plain/messages/pong"}]
"""


def _exported(path: Path) -> Any:
    exported = to_asyncapi(ApiDocSpec(slug="prices", asyncapi=str(path)))
    assert faults_of_asyncapi(exported) == []
    return exported


def _reply(exported: Any, operation: str) -> tuple[Any, Any, list[Any]]:
    """The address of the channel of a reply, that of the reply, and the payloads."""
    reply = exported["operations"][operation]["reply"]
    channel = exported["channels"][reply["channel"]["$ref"].rpartition("/")[2]]
    payloads = []
    for message in reply["messages"]:
        place, _, name = message["$ref"].rpartition("/")
        assert place == reply["channel"]["$ref"] + "/messages"
        target = channel["messages"][name]["$ref"].rpartition("/")[2]
        payloads.append(exported["components"]["messages"][target]["payload"])
    return channel.get("address"), reply.get("address"), payloads


def test_replies_are_exported_on_their_own_channels(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(PRICES, encoding="utf-8")
    for _ in range(2):  # what is exported, is read and exported again
        exported = _exported(path)
        names = {name.lower(): name for name in exported["operations"]}
        ask, privately, ping = (
            _reply(exported, names[name])
            for name in ("asked_ask", "asked_askprivately", "plain_ping")
        )
        assert ask == ("prices/answers", None, [{"type": "number"}])
        address = {"location": "$message.header#/replyTo"}
        assert privately == (None, address, [{"type": "integer"}])
        assert ping == ("prices/plain", None, [{"type": "string"}])
        asked = exported["channels"]["Asked"]["messages"]
        assert not any("reply" in name for name in asked)
        path = tmp_path / "again.json"
        path.write_text(json.dumps(exported), encoding="utf-8")


def test_a_payload_of_a_reply_that_is_no_object_is_warned_of_in_any_format(tmp_path: Path) -> None:
    avro = "{schemaFormat: application/vnd.apache.avro, payload: long}"
    _, warned = read(tmp_path, PRICES.replace("pong: {payload: {type: string}}", f"pong: {avro}"))
    assert [warning for warning in warned if "expected object, got 'long'" in warning]


def test_warnings_about_headers_follow_those_about_payloads(tmp_path: Path) -> None:
    ask = "ask: {payload: 1, headers: 2}"
    text = PRICES.replace("ask: {payload: {type: string}}", ask)
    _, warned = read(
        tmp_path, text.replace("price: {payload: {type: number}}", "price: {payload: 3}")
    )
    assert [re.findall("got (.)", warning) for warning in warned] == [["1"], ["3"], ["2"]]


def test_a_warning_about_a_content_type_precedes_those_about_the_payload(tmp_path: Path) -> None:
    ask = "ask: {contentType: [1], payload: {type: 2}}"
    _, warned = read(tmp_path, PRICES.replace("ask: {payload: {type: string}}", ask))
    places = ("contentType: expected text", "payload/type: 2 is not a type")
    assert len(warned) == len(places)
    assert all(place in warning for place, warning in zip(places, warned, strict=True))


def test_channels_without_operations_are_exported(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(PRICES, encoding="utf-8")
    exported = _exported(path)
    given = yaml.safe_load(PRICES)["channels"].values()
    addresses = {channel.get("address") for channel in exported["channels"].values()}
    assert addresses == {channel.get("address") for channel in given}
    assert exported["channels"]["Quiet"] == {"address": "prices/quiet", "title": "Quiet"}
