"""A stand-in for the source of Triton."""

from setuptools import setup

setup(name="triton", version="3.7.0+built", packages=["triton"])
