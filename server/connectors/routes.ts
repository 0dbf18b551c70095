/** The available connectors and their fields. Only available connectors are shown. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/connectors.ts";
import { CONNECTOR_TAGS } from "#events/entities/connector.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { pageInfo, readPage, type PagingInput } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { notFound } from "../plugins/errors.ts";
import type { Connector } from "./contract.ts";
import { toSummary } from "./registry.ts";

export function mountConnectors(app: FastifyInstance): void {
  const available = app.services.connectors.filter((connector) => connector.available);
  const connectorOf = ({ connectorId }: { readonly connectorId: string }) => {
    const found = available.find(({ id }) => id === Number(connectorId));
    if (!found) throw notFound("systems.connectorNotFound");
    return found;
  };

  mountCall(app, calls.listConnectors, async ({ query }) => {
    const { kind, tag, contains } = query;
    const wanted = normalizeForFilter(contains ?? "");
    const found = available.filter(
      (connector) =>
        (kind === undefined || connector.kinds.includes(kind)) &&
        (tag === undefined || connector.tags.includes(tag)) &&
        normalizeForFilter(connector.key).includes(wanted),
    );
    return { status: 200, body: pageOf(found, query) };
  });

  mountCall(app, calls.getConnector, async ({ params }) => ({
    status: 200,
    body: toSummary(connectorOf(params)),
  }));

  mountCall(app, calls.listConnectorsByTag, async ({ params: { tag }, query }) => ({
    status: 200,
    body: pageOf(
      available.filter(({ tags }) => tags.includes(tag)),
      query,
    ),
  }));

  mountCall(app, calls.listApiConnectors, async ({ query }) => ({
    status: 200,
    body: pageOf(
      available.filter(({ kinds }) => kinds.includes("api")),
      query,
    ),
  }));

  mountCall(app, calls.countConnectors, async () => {
    const count = (kind: Connector["kinds"][number]) =>
      available.filter(({ kinds }) => kinds.includes(kind)).length;
    return {
      status: 200,
      body: {
        hr: count("hr"),
        export: count("export"),
        api: count("api"),
        manual: count("manual"),
      },
    };
  });

  mountCall(app, calls.listConnectorTags, async () => ({
    status: 200,
    body: {
      tags: CONNECTOR_TAGS.map((tag) => ({
        tag,
        connectorCount: available.filter(({ tags }) => tags.includes(tag)).length,
      })).filter(({ connectorCount }) => connectorCount > 0),
    },
  }));

  mountCall(app, calls.listConnectorFields, async ({ params }) => ({
    status: 200,
    body: { fields: [...connectorOf(params).fields] },
  }));

  mountCall(app, calls.listConnectorFieldGroups, async ({ params }) => {
    const { fields } = connectorOf(params);
    const groups = [...new Set(fields.map(({ group }) => group))].map((id) => ({
      id,
      fieldIds: fields.filter(({ group }) => group === id).map((field) => field.id),
    }));
    return { status: 200, body: { groups } };
  });

  mountCall(app, calls.listConnectorOptions, async ({ params }) => {
    const selects = connectorOf(params).fields.filter(({ type }) => type === "SELECT");
    const options = Object.fromEntries(selects.map(({ id, options: of }) => [id, [...of]]));
    return { status: 200, body: { options } };
  });
}

function pageOf(connectors: readonly Connector[], paging: PagingInput) {
  const page = readPage(paging);
  const from = page.size * page.number;
  const shown = connectors.slice(from, from + page.size).map(toSummary);
  return { _embedded: { connectors: shown }, page: pageInfo(page, connectors.length) };
}
