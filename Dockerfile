# syntax=docker/dockerfile:1
# Understudy with only what it runs on: no build tools, no development packages, an ordinary user, a read-only root.
#
#   docker build -t understudy .
#   docker run --read-only --tmpfs /tmp -v understudy:/data -p 127.0.0.1:8787:8787 understudy
#   docker run --rm -i -v understudy:/data understudy import - < creators.yaml

FROM node:26.10.0-slim AS base
WORKDIR /app

# What the service imports. No install scripts run, and of the optional packages (a Node of their own) none is needed here.
FROM base AS dependencies
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --workspace @understudy/server --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The console's pages. They share types and the table of routes with the server, and so what those import.
FROM base AS console
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --workspace @understudy/console --workspace @understudy/server --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts/build-console.mjs scripts/
COPY server/src server/src
COPY console console
RUN node scripts/build-console.mjs

# The files of the image. In a checkout, they may be readable by their owner only, but the service runs as another user.
FROM base AS files
# Node strips the types of the workspaces' own files only, never below node_modules: they are copied as they are.
COPY --from=dependencies /app ./
COPY scripts/run.mjs scripts/own-node.mjs scripts/prepare-process.mjs scripts/
COPY server/migrations server/migrations
COPY server/demo/demo-workspace.yaml server/demo/prof_aurora.classifier server/demo/prof_kai.classifier server/demo/
COPY server/src server/src
COPY --from=console /app/console/dist console/dist
COPY LICENSE ./
RUN chmod -R a+rX /app

FROM base
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    UNDERSTUDY_DATA_DIR=/data \
    UNDERSTUDY_DEMO=false
COPY --from=files /app ./
RUN mkdir -m 0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
# The process answers; whether it can serve is told by /readyz, for whoever sends traffic.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1: the service handles SIGTERM and starts no other process.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=8", "scripts/run.mjs"]
CMD ["serve"]
