# The image of the product: its executable, which holds the server, the client files, the native modules and Litestream.
# `fly.toml` runs it; `tests/e2e/minimal-debian.test.ts` books in the same executable in a Debian without Node.

# The Node that package.json pins, on Debian's stable release, as the executable uses the C library of the second stage.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
# What changes least comes first, so that a change of the sources does not install everything again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# `.dockerignore` leaves out the repository that would name the commit.
ARG COMMIT
RUN npm run build:binary

FROM debian:trixie-slim
# Node needs the library. Litestream needs the certificates to reach the bucket.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates libatomic1 && rm -rf /var/lib/apt/lists/*
# The volume is mounted here. Docker gives a new volume the owner and the mode of this folder; Fly.io gives its volume to USER.
RUN useradd --uid 1000 --user-group --no-create-home --shell /bin/sh halfday && install --directory --owner=halfday --group=halfday --mode=700 /data
WORKDIR /app
# These files belong to root: the product cannot change itself.
COPY --from=build /app/LICENSE /app/litestream-folder.yml ./
COPY --from=build /app/dist/halfday /usr/local/bin/
# The C library keeps what several threads leave in one place, and releases what it no longer needs (docs/deploying.md, "Memory").
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
# 127.0.0.1 would be reachable from within the container alone.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_FOLDER=/data
USER halfday
EXPOSE 3000
# For engines other than Fly.io, which has checks of its own in fly.toml. Not /readyz: a site that can only be read for a while
# must not be killed for it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=15s --retries=3 CMD ["halfday", "health"]
# First restores the backup, if the volume is empty, and refuses a volume that is older than its backup. Litestream copies the database to
# the bucket as long as it runs, and passes SIGTERM on to the product.
CMD ["halfday", "replicate"]
