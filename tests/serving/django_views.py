"""The one view of the Django application under test."""

from django.http import HttpResponse
from django.urls import path

from .frameworks import OWN

urlpatterns = [path("own", lambda _: HttpResponse(OWN))]
