"""The libraries of the web process without a line of ours, to see what they weigh."""

import celery.app.amqp
import flask_babel
import flask_wtf
import kombu.transport.redis
import limits.storage
import prometheus_client
import psycopg
import sqlalchemy.dialects.postgresql.psycopg
import sqlalchemy.orm

from bench.bare import app

__all__ = [
    "app",
    "celery",
    "flask_babel",
    "flask_wtf",
    "kombu",
    "limits",
    "prometheus_client",
    "psycopg",
    "sqlalchemy",
]
