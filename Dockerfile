# The service with everything that the distributed mode needs; one image for API, relay, workers and migrations. Runs as nobody in particular.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
RUN python -m venv /opt/arbiter
COPY requirements.lock ./
RUN /opt/arbiter/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY infra infra
COPY projections projections
COPY api api
RUN python -m venv /opt/build \
 && /opt/build/bin/pip install --no-cache-dir build \
 && /opt/build/bin/python -m build --wheel --outdir /dist \
 && /opt/arbiter/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin arbiter
COPY --from=build /opt/arbiter /opt/arbiter
ENV PATH=/opt/arbiter/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
EXPOSE 8000 9000
ENTRYPOINT ["arbiter"]
CMD ["serve", "--host", "0.0.0.0"]
