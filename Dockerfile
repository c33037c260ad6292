# The page and its API in a container, reachable at http://localhost:8000:
#
#   docker build --tag bimaru .
#   docker run --init --publish 8000:8000 bimaru
#
# For other names, put a reverse proxy with HTTPS in front, and add the names that clients use:
#
#   docker run --init --publish 127.0.0.1:8000:8000 bimaru --allow-host puzzles.example
ARG PYTHON=3.13

# The larger image has a C compiler.
FROM python:${PYTHON}-trixie AS build
WORKDIR /build
COPY requirements/build.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
RUN BIMARU_COMPILED=1 pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir wheels .

FROM python:${PYTHON}-slim-trixie
COPY requirements/server.txt /tmp/requirements.txt
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.txt
RUN --mount=type=bind,from=build,source=/build/wheels,target=/wheels pip install --no-cache-dir --no-deps /wheels/*.whl
USER 10001:10001
WORKDIR /tmp
ENV PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8000/healthz', timeout=4)"]
ENTRYPOINT ["bimaru", "serve", "--host", "0.0.0.0", "--allow-host", "localhost"]
