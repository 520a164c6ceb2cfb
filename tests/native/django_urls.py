"""The one view of the Django application under test."""

from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("own", lambda _: HttpResponse("own"))]
