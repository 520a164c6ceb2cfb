"""What Django's applications need to be imported."""

ALLOWED_HOSTS = ["*"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes"]
LOGGING_CONFIG = None
ROOT_URLCONF = "tests.django_project.urls"
SECRET_KEY = "not a secret"
