"""Webhooks, and the work of the staff."""

from secrets import token_hex

from sphinxcontrib_ggdocs.runtime import Peer

from ..brands import HookId, ListingId, UserId
from ..errors import HOOK_NOT_FOUND, LISTING_NOT_FOUND, USER_NOT_FOUND, ListingRef, UserRef
from ..models.accounts import Account
from ..models.common import Page, Paging
from ..models.partners import CreatedHook, Figures, Hook, HookDraft, Report, Suspension, Verdict
from .goods import page
from .market import Market, new_id, now


class Hooks:
    """Implements `HookApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def list_hooks(self) -> list[Hook]:
        return list(self._market.hooks.values())

    def create_hook(self, draft: HookDraft) -> CreatedHook:
        hook = Hook(**draft.model_dump(), id=HookId(new_id("hook")), created=now())
        self._market.hooks[hook.id] = hook
        return CreatedHook(hook=hook, secret=f"whsec_{token_hex(12)}")

    def save_hook(self, hook: HookId, draft: HookDraft) -> Hook:
        known = self._market.hooks.get(hook)
        if known is None:
            raise HOOK_NOT_FOUND
        saved = Hook(**draft.model_dump(), id=hook, created=known.created)
        self._market.hooks[hook] = saved
        return saved

    def remove_hook(self, hook: HookId) -> None:
        if self._market.hooks.pop(hook, None) is None:
            raise HOOK_NOT_FOUND


class Staff:
    """Implements `StaffApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def get_figures(self) -> Figures:
        return figures(self._market)

    def list_reports(self, paging: Paging) -> Page[Report]:
        return page(list(self._market.reports.values()), paging)

    def decide(self, listing: ListingId, verdict: Verdict) -> None:
        if listing not in self._market.listings:
            raise LISTING_NOT_FOUND(ListingRef(listing=listing))
        self._market.reports.pop(listing, None)
        if not verdict.keep:
            del self._market.listings[listing]

    def get_user(self, user: UserId) -> Account:
        found = self._market.accounts.get(user)
        if found is None:
            raise USER_NOT_FOUND(UserRef(user=user))
        return found

    def suspend(self, user: UserId, suspension: Suspension, silent: bool = False) -> Account:
        suspended = self.get_user(user).model_copy(update={"verified": False})
        self._market.accounts[user] = suspended
        return suspended


class Monitor:
    """Implements `MonitorApi`: nothing comes from the client, the figures go there at once."""

    def __init__(self, market: Market, peer: Peer) -> None:
        self._market = market
        self._peer = peer

    async def opened(self) -> None:
        """Send what there is."""
        await self._peer.send("figures", figures(self._market))
        for report in self._market.reports.values():
            await self._peer.send("reported", report)


def figures(market: Market) -> Figures:
    """How the market is doing."""
    today = now().date()
    return Figures(
        users=len(market.accounts),
        listings=len(market.listings),
        orders_today=sum(order.placed.date() == today for order in market.orders.values()),
    )
