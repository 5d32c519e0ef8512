# The service in one image: web, worker, beat and commands differ only in what is run.
FROM python:3.11-slim-bookworm AS packages
COPY requirements.txt .
RUN python -m venv /venv && \
    /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt && \
    /venv/bin/pip uninstall -qy pip setuptools

FROM python:3.11-slim-bookworm
# pg_dump and pg_restore, for `flask database backup` and `restore`; as old as the server in docker-compose.yml.
RUN apt-get update && \
    apt-get install -y --no-install-recommends postgresql-client-15 && \
    rm -rf /var/lib/apt/lists/* && \
    useradd --uid 10001 --no-create-home cacao && \
    install -d -o cacao /backups
COPY --from=packages /venv /venv
WORKDIR /srv/cacao
COPY engine engine
COPY app app
COPY templates templates
COPY migrations migrations
COPY worker worker
ENV PATH=/venv/bin:$PATH PYTHONPATH=/srv/cacao PYTHONUNBUFFERED=1 FLASK_APP=app.wsgi:app
# Whoever runs the image cannot write bytecode, so it is made here.
RUN python -m compileall -q engine app migrations worker
USER cacao
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/ready', timeout=4)"]
# Two processes with three threads each: more threads of one process only wait for each other.
# Browsers and proxies speak HTTP/1.1 here; a link and a cookie fit into a head of 16 KiB, larger ones are refused.
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--no-ws", "--http", "1", \
     "--http1-buffer-size", "16384", "--workers", "2", "--blocking-threads", "3", "--respawn-failed-workers", \
     "--workers-kill-timeout", "30", "app.wsgi:app"]
