"""What happens while one watches: conversations and auctions."""

from typing import Annotated, Protocol

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import authenticated, http, public, ws

from ..access import SignedIn, SignedInToBid
from ..brands import AuctionId, RoomId
from ..errors import AUCTION_NOT_FOUND, AUCTION_OVER, BID_TOO_LOW, ROOM_NOT_FOUND, TOO_MANY_REQUESTS
from ..models.accounts import Language
from ..models.talk import (
    AuctionEnded,
    Bid,
    BidPlaced,
    ChatMessage,
    NewMessage,
    Read,
    Receipt,
    Room,
    Typing,
)


@ws.api(
    "/live/chat",
    requires=[SignedIn],
    permission=authenticated,
    parameters={
        "language": Annotated[
            Language,
            http.Query(description="Messages are translated into it."),
            Field(default=Language.ENGLISH),
        ]
    },
)
class ChatApi(Protocol):
    """Conversations between buyers and sellers."""

    @ws.client_to_server(errors=[ROOM_NOT_FOUND, TOO_MANY_REQUESTS])
    def send_message(self, message: NewMessage) -> Receipt:
        """Send a message."""
        ...

    @ws.client_to_server(errors=[ROOM_NOT_FOUND])
    def open_room(self, room: RoomId) -> Room:
        """Join a conversation and get its messages."""
        ...

    @ws.client_to_server
    def typing(self, typing: Typing) -> None:
        """Show the others that you are writing."""
        ...

    @ws.client_to_server
    def mark_read(self, read: Read) -> None:
        """Mark the messages that you have read."""
        ...

    @ws.server_to_client
    def message_posted(self, message: ChatMessage) -> None:
        """Somebody has sent a message."""
        ...

    @ws.server_to_client
    def somebody_typing(self, typing: Typing) -> None:
        """Somebody else is writing."""
        ...

    @ws.server_to_client
    def still_there(self, room: RoomId) -> bool:
        """The market asks whether anybody is still looking.

        Who does not answer within a minute is disconnected.
        """
        ...


@ws.api(
    "/live/auctions/{auction}",
    requires=[SignedInToBid],
    permission=public,
    parameters={"auction": Annotated[AuctionId, http.Path()]},
)
class AuctionApi(Protocol):
    """An auction, bid by bid."""

    @ws.client_to_server(
        errors=[AUCTION_NOT_FOUND, AUCTION_OVER, BID_TOO_LOW],
        permission=authenticated,
    )
    def bid(self, bid: Bid) -> BidPlaced:
        """Bid."""
        ...

    @ws.client_to_server(deprecated="The market counts them itself now.")
    def count_me_in(self, auction: AuctionId) -> None:
        """Be counted as a spectator."""
        ...

    @ws.server_to_client
    def bid_placed(self, bid: BidPlaced) -> None:
        """Somebody has bid."""
        ...

    @ws.server_to_client
    def auction_ended(self, end: AuctionEnded) -> None:
        """The hammer falls."""
        ...
