# The server, the worker and the command line in one image: `docker build -t invoice-exchange .`
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# The bundle, the console and the documentation. Then the packages without those that only build, and without the Node
# that machines without one get by npm: they are fetched once.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/client/package.json src/client/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    npm ci --ignore-scripts --prefer-offline --no-audit --no-fund
COPY . .
RUN npm run --silent build \
 && npm prune --omit=dev --omit=peer --omit=optional --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/@invoice-exchange

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# Large pieces of memory go back to the kernel at once: glibc would keep tens of megabytes of them.
ENV MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY prisma/migrations ./prisma/migrations
COPY src/rules/xsd/tables ./src/rules/xsd/tables
COPY src/values/codelists/*.tsv ./src/values/codelists/
COPY src/formats/readable/*.tsv ./src/formats/readable/
COPY src/rules/texts ./src/rules/texts
COPY src/kernel/errors/*.tsv ./src/kernel/errors/
COPY src/kernel/errors/catalog/*.tsv ./src/kernel/errors/catalog/
COPY src/cli/launch.js ./src/cli/
COPY --from=build /app/src/generated/console ./src/generated/console
COPY --from=build /app/src/generated/docs ./src/generated/docs
COPY --from=build /app/src/generated/server ./src/generated/server
COPY --from=build /app/src/generated/new-database.gz ./src/generated/
RUN ln -s /app/src/cli/launch.js /usr/local/bin/invoice-exchange \
 && chmod +x src/cli/launch.js && mkdir /data compiled && chown node:node /data compiled
USER node
# What Node compiles once is a part of the image, since a container forgets it: started as it will be, and stopped.
ENV NODE_COMPILE_CACHE=/app/compiled
RUN HOST=127.0.0.1 PORT=0 DATA_DIR=/tmp/first node --max-semi-space-size=16 --heap-growing-percent=100 src/generated/server/server.js > /tmp/said & \
    for _ in $(seq 300); do sleep 0.2; ! grep -q 'is listening' /tmp/said || break; done; \
    kill $! && wait $! && rm -r /tmp/first /tmp/said
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/liveness`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "src/generated/server/server.js"]
