"""Addresses of the pages that exist in each interface language."""

from django.urls import path

from rulesbase.views import accounts

urlpatterns = [
    path("account/", accounts.account, name="account"),
    path("account/sign-in/", accounts.sign_in, name="sign-in"),
    path("account/sign-out/", accounts.sign_out, name="sign-out"),
    path("account/password/", accounts.password, name="password"),
    path("account/second-factor/", accounts.second_factor, name="second-factor"),
    path("account/second-factor/picture.svg", accounts.second_factor_picture, name="second-factor-picture"),
    path("account/second-factor/codes/", accounts.backup_codes, name="backup-codes"),
]
