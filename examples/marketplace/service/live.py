"""Conversations and auctions, one handler for each connection."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from sphinxcontrib_ggdocs.runtime import Peer

from ..brands import AuctionId, MessageId, RoomId, UserId
from ..errors import AUCTION_NOT_FOUND, AUCTION_OVER, BID_TOO_LOW, ROOM_NOT_FOUND, RoomRef, TooLow
from ..models.common import Money
from ..models.talk import Bid, BidPlaced, ChatMessage, NewMessage, Read, Receipt, Room, Typing
from .identity import caller
from .market import Market, new_id, now


@dataclass(slots=True)
class Lot:
    """A running auction and who watches it."""

    ends: datetime
    highest: Decimal = Decimal(0)
    watchers: list[Peer] = field(default_factory=list[Peer])


@dataclass(slots=True)
class Floor:
    """All that happens while somebody watches: open rooms and running auctions."""

    rooms: dict[RoomId, list[Peer]] = field(default_factory=dict[RoomId, list[Peer]])
    lots: dict[AuctionId, Lot] = field(default_factory=dict[AuctionId, Lot])


class Chat:
    """Implements `ChatApi`."""

    def __init__(self, market: Market, floor: Floor, peer: Peer) -> None:
        self._market = market
        self._floor = floor
        self._peer = peer

    async def send_message(self, message: NewMessage) -> Receipt:
        self._room(message.room)
        posted = ChatMessage(
            id=MessageId(new_id("msg")),
            author=caller().user,
            sent=now(),
            **message.model_dump(include={"room", "text", "photos"}),
        )
        self._market.messages[posted.id] = posted
        for peer in self._floor.rooms.get(message.room, []):
            await peer.send("message_posted", posted)
        return Receipt(id=posted.id, sent=posted.sent)

    def open_room(self, room: RoomId) -> Room:
        found = self._room(room)
        present = self._floor.rooms.setdefault(room, [])
        if self._peer not in present:
            present.append(self._peer)
        return found

    async def typing(self, typing: Typing) -> None:
        for peer in self._floor.rooms.get(typing.room, []):
            if peer is not self._peer:
                await peer.send("somebody_typing", typing)

    def mark_read(self, read: Read) -> None:
        room = self._room(read.room)
        self._market.rooms[room.id] = room.model_copy(update={"unread": 0})

    def closed(self) -> None:
        """Leave all rooms."""
        for present in self._floor.rooms.values():
            if self._peer in present:
                present.remove(self._peer)

    def _room(self, room: RoomId) -> Room:
        found = self._market.rooms.get(room)
        if found is None or caller().user not in found.members:
            raise ROOM_NOT_FOUND(RoomRef(room=room))
        return found


class AuctionRoom:
    """Implements `AuctionApi`."""

    def __init__(self, floor: Floor, peer: Peer) -> None:
        self._floor = floor
        self._peer = peer
        self._auction = AuctionId(str(peer.parameters["auction"]))
        self._lot = floor.lots.setdefault(self._auction, Lot(ends=now() + timedelta(hours=1)))

    async def bid(self, bid: Bid) -> BidPlaced:
        if bid.auction != self._auction:
            raise AUCTION_NOT_FOUND
        if now() > self._lot.ends:
            raise AUCTION_OVER
        if bid.amount.amount <= self._lot.highest:
            raise BID_TOO_LOW(
                TooLow(auction=bid.auction, minimum=Money(amount=self._lot.highest + 1))
            )
        self._lot.highest = bid.amount.amount
        placed = BidPlaced(
            auction=bid.auction,
            bidder=UserId("usr_somebody"),
            amount=bid.amount,
            ends=self._lot.ends,
        )
        for peer in self._lot.watchers:
            await peer.send("bid_placed", placed)
        return placed

    def count_me_in(self, auction: AuctionId) -> None:
        if auction == self._auction and self._peer not in self._lot.watchers:
            self._lot.watchers.append(self._peer)

    def closed(self) -> None:
        """Stop watching."""
        if self._peer in self._lot.watchers:
            self._lot.watchers.remove(self._peer)
