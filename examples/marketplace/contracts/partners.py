"""What other programs and the staff do."""

from typing import Annotated, Protocol

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import FORBIDDEN, authenticated, http, scope, ws

from ..access import PartnerKey, SignedIn
from ..brands import HookId, ListingId, UserId
from ..errors import HOOK_NOT_FOUND, LISTING_NOT_FOUND, USER_NOT_FOUND
from ..models.accounts import Account
from ..models.common import Page, Paging
from ..models.partners import CreatedHook, Figures, Hook, HookDraft, Report, Suspension, Verdict


@http.api("/hooks", requires=[PartnerKey], permission=authenticated)
class HookApi(Protocol):
    """Webhooks: the market calls back."""

    @http.get()
    def list_hooks(self) -> list[Hook]:
        """List one's webhooks."""
        ...

    @http.post(status=201)
    def create_hook(self, draft: HookDraft) -> CreatedHook:
        """Set a webhook up."""
        ...

    @http.put("/{hook}", errors=[HOOK_NOT_FOUND])
    def save_hook(self, hook: HookId, draft: HookDraft) -> Hook:
        """Change a webhook."""
        ...

    @http.delete("/{hook}", errors=[HOOK_NOT_FOUND])
    def remove_hook(self, hook: HookId) -> None:
        """Remove a webhook."""
        ...


@http.api("/staff", requires=[SignedIn], permission=scope("staff"), error_format="problem")
class StaffApi(Protocol):
    """Keeping order. Errors are problem details, as the back office's own tools want them."""

    @http.get("/figures", errors=[FORBIDDEN])
    def get_figures(self) -> Figures:
        """Fetch how the market is doing."""
        ...

    @http.get("/reports", errors=[FORBIDDEN])
    def list_reports(self, paging: Paging) -> Page[Report]:
        """List what has been reported and not yet decided."""
        ...

    @http.post("/reports/{listing}/verdict", errors=[LISTING_NOT_FOUND, FORBIDDEN])
    def decide(self, listing: ListingId, verdict: Verdict) -> None:
        """Decide about a reported listing."""
        ...

    @http.get("/users/{user}", errors=[USER_NOT_FOUND, FORBIDDEN])
    def get_user(self, user: UserId) -> Account:
        """Fetch anybody's account."""
        ...

    @http.post(
        "/users/{user}/suspension",
        errors=[USER_NOT_FOUND, FORBIDDEN],
        permission=scope("staff") & scope("users:suspend"),
    )
    def suspend(
        self,
        user: UserId,
        suspension: Suspension,
        silent: Annotated[
            bool, http.Query(), Field(description="Do not write to the user.")
        ] = False,
    ) -> Account:
        """Close an account for a while."""
        ...


@ws.api("/staff/live", requires=[SignedIn], permission=scope("staff"))
class MonitorApi(Protocol):
    """The market at a glance, for the screen on the wall."""

    @ws.server_to_client
    def figures(self, figures: Figures) -> None:
        """The figures have changed."""
        ...

    @ws.server_to_client
    def reported(self, report: Report) -> None:
        """Somebody has reported a listing."""
        ...
