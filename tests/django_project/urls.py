"""A view, and an API of Django Ninja below a prefix."""

from django.urls import include, path

from .shop import api

urlpatterns = [path("", include("tests.serving.django_views")), path("shop/api/", api.urls)]
