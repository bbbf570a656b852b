# The image of the product: what `npm run build` makes, the modules that it needs in production, and nothing else.
# `fly.toml` runs it; `tests/e2e/image.test.ts` lays the same files without a container engine and books in them.

# The Node that package.json pins, on Debian's stable release. Both stages have the same base, as better-sqlite3 and sharp are binaries.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
# What changes least comes first, so that a change of the sources does not install everything again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# `.dockerignore` leaves out the repository that would name the commit.
ARG COMMIT
# Nothing in the image reads source maps: 20 MB.
RUN npm run build && find dist -name '*.map' -delete
# Without what only development needs, and without the Node binaries that npm brings: the base image is that Node already. They are
# optional packages, like the binaries of sharp for this platform (@img), which are needed.
RUN mv node_modules/@flydotio/litestream-linux-x64/litestream litestream && mv node_modules/@img img && npm ci --omit=dev --omit=optional && rm -rf node_modules/@img && mv img node_modules/@img

FROM node:26.10.0-trixie-slim
# The volume is mounted here. Docker gives a new volume the owner and the mode of this folder; Fly.io gives its volume to USER.
RUN install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
# These files belong to root: the product cannot change itself.
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/litestream.yml /app/litestream-folder.yml ./
# Before the modules of development go, the first stage puts it here.
COPY --from=build /app/litestream /usr/local/bin/
# The C library keeps what several threads leave in one place, and gives back what it no longer needs (docs/deploying.md, "Memory").
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
# 127.0.0.1 would be reachable from within the container alone.
ENV LITESTREAM_CONFIG=/app/litestream.yml
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_FOLDER=/data
USER node
EXPOSE 3000
# For engines other than Fly.io, which has checks of its own in fly.toml. Not /readyz: a site that can only be read for a while
# must not be killed for it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# First restores the backup, if the volume is empty, and refuses a volume that is older than its backup. Litestream copies the database to
# the bucket as long as it runs, and passes SIGTERM on to the product. `exec` leaves no shell in between.
CMD ["sh", "-c", "node dist/server/events.js restore --at-start && exec litestream replicate -exec 'node dist/server/main.js'"]
