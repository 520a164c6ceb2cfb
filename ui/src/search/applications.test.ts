/** Queries over two published applications: Apache Airflow (Apache-2.0) and TiTiler (MIT), shortened to what the search reads. */

import { describe, expect, test } from "vitest";
import type { ApiDocsDocument } from "../document";
import { buildIndex, type Index } from "./entries";
import { search } from "./search";

const DOCUMENTS = import.meta.glob<ApiDocsDocument>("./applications/*.json", { eager: true, import: "default" });

function indexOf(name: string): Index {
  return buildIndex([structuredClone(DOCUMENTS[`./applications/${name}.json`]) as ApiDocsDocument]);
}

/** The answers, each by its kind and label, and methods by verb and path too: some names are in several contracts. */
function found(index: Index, query: string): readonly string[] {
  return search(index, query, 10).map(({ entry }) => `${entry.kind} ${entry.label} | ${entry.detail}`);
}

/** What somebody types, and what must be first, or among the first three. */
type Row = readonly [query: string, expected: string, place?: 3];

function check(name: string, rows: readonly Row[]): void {
  const index = indexOf(name);
  test.each(rows.map(([query, expected, place = 1]) => ({ query, expected, place })))(`${name}: $query`, ({ query, expected, place }) => {
    const wanted = (answer: string): boolean =>
      answer.startsWith(`${expected} | `) || answer.includes(` | ${expected} · `);
    const answers = found(index, query);
    expect(answers.slice(0, place).some(wanted), answers.slice(0, 5).join("\n")).toBe(true);
  });
}

const AIRFLOW: readonly Row[] = [
  // names, as they are and as words
  ["get_dags", "method get_dags"],
  ["get dag", "method get_dag"],
  ["trigger dag run", "method trigger_dag_run"],
  ["trigger dag", "method trigger_dag_run"],
  ["tdr", "method trigger_dag_run"],
  ["gti", "method get_task_instance", 3],
  ["pause backfill", "method pause_backfill"],
  ["unpause", "method unpause_backfill"],
  ["clear task instances", "method post_clear_task_instances"],
  ["list backfills", "method list_backfills"],
  ["create backfill", "method create_backfill"],
  ["dry run backfill", "method create_backfill_dry_run"],
  ["delete pool", "method delete_pool"],
  ["test connection", "method test_connection"],
  ["default connections", "method create_default_connections"],
  ["xcom entries", "method get_xcom_entries"],
  ["create xcom", "method create_xcom_entry"],
  ["import errors", "method get_import_errors", 3],
  ["dag source", "method get_dag_source"],
  ["dag stats", "method get_dag_stats"],
  ["dag tags", "method get_dag_tags"],
  ["event logs", "method get_event_logs"],
  ["health", "method get_health"],
  ["version", "method get_version", 3],
  ["favorite", "method favorite_dag"],
  ["wait until finished", "method wait_dag_run_until_finished"],
  ["materialize", "method materialize_asset"],
  ["queued events", "method get_asset_queued_events", 3],
  ["login", "method login"],
  ["logout", "method logout"],
  ["reparse", "method reparse_dag_file"],
  ["hitl", "method get_hitl_detail", 3],
  ["task logs", "method get_log", 3],
  ["log", "method get_log", 3],
  ["external log", "method get_external_log_url"],
  ["extra links", "method get_extra_links"],
  ["plugins", "method get_plugins"],
  ["providers", "method get_providers"],
  ["jobs", "method get_jobs"],
  ["bulk variables", "method bulk_variables"],
  ["patch variable", "method patch_variable"],
  ["upstream asset events", "method get_upstream_asset_events"],
  ["asset aliases", "method get_asset_aliases"],
  // groups, contracts, types, fields, values
  ["Backfill", "group Backfill", 3],
  ["Task Instance", "group Task Instance"],
  ["XCom", "group XCom"],
  ["DAGRunResponse", "schema DAGRunResponse"],
  ["dagrunstate", "schema DagRunState"],
  ["TaskInstanceState", "schema TaskInstanceState"],
  ["PoolBody", "schema PoolBody"],
  ["connection body", "schema ConnectionBody"],
  ["LoginBody", "schema LoginBody"],
  ["health info", "schema HealthInfoResponse", 3],
  ["fileloc", "field fileloc"],
  ["dag_display_name", "field dag_display_name"],
  ["up_for_retry", "schema TaskInstanceState"],
  ["deferred", "schema TaskInstanceState", 3],
  // paths as they are typed
  ["GET /api/v2/dags", "method get_dags"],
  ["/api/v2/pools", "method get_pools"],
  ["POST /api/v2/pools", "method post_pool"],
  ["PATCH /api/v2/pools", "method bulk_pools"],
  ["/api/v2/dags/example/dagRuns", "method get_dag_runs"],
  ["POST /api/v2/dags/example/dagRuns", "method trigger_dag_run"],
  ["DELETE /api/v2/variables/key", "method delete_variable"],
  ["GET /api/v2/dags/a/dagRuns/b/taskInstances/c/logs/1", "method get_log"],
  ["/api/v2/version", "method get_version"],
  ["/dagRuns", "method get_dag_runs", 3],
  ["/xcomEntries", "method get_xcom_entries", 3],
  ["POST /auth/token", "method create_token"],
  ["/monitor/health", "method get_health"],
  // parts of paths, ordinary words, a letter wrong
  ["DELETE /variables", "method delete_variable"],
  ["POST /clear", "method clear_dag_run"],
  ["/pools/default_pool", "method get_pool"],
  ["GET https://airflow.example/api/v2/dags/x/details", "method get_dag_details"],
  ["409 conflict", "error Conflict"],
  ["error conflict", "error Conflict"],
  ["pagination", "method get_assets"],
  ["bakcfill", "group Backfill"],
  ["conection", "group Connection"],
  ["triger dag", "method trigger_dag_run"],
  // parameters
  ["is_alive", "method get_jobs", 3],
  ["warning_type", "method list_dag_warnings", 3],
  ["update_mask pool", "method patch_pool"],
  // prefixes
  ["verb:put backfill", "method pause_backfill", 3],
  ["verb:delete pool", "method delete_pool"],
  ["in:pool verb:patch", "method patch_pool", 3],
  ["uses:TriggerDAGRunPostBody", "method trigger_dag_run"],
  ["uses:PoolBody", "method post_pool", 3],
  ["status:409", "error Conflict"],
  ["error:conflict pool", "method post_pool", 3],
  ["in:xcom delete", "method delete_xcom_entry"],
];

const TITILER: readonly Row[] = [
  // paths as they are typed
  ["GET /cog/info", "GET /cog/info"],
  ["/cog/info", "GET /cog/info"],
  ["/stac/info", "GET /stac/info"],
  ["/cog/statistics", "GET /cog/statistics"],
  ["POST /cog/statistics", "POST /cog/statistics"],
  ["/cog/tiles/WebMercatorQuad/1/2/3", "GET /cog/tiles/{tileMatrixSetId}/{z}/{x}/{y}"],
  ["/cog/tiles/WebMercatorQuad/1/2/3.png", "GET /cog/tiles/{tileMatrixSetId}/{z}/{x}/{y}.{format}"],
  ["/cog/preview.png", "GET /cog/preview.{format}"],
  ["/cog/preview/256x256.png", "GET /cog/preview/{width}x{height}.{format}"],
  ["/cog/point/1.5,2.5", "GET /cog/point/{lon},{lat}"],
  ["/cog/WebMercatorQuad/tilejson.json", "GET /cog/{tileMatrixSetId}/tilejson.json"],
  ["/cog/bbox/1,2,3,4.png", "GET /cog/bbox/{minx},{miny},{maxx},{maxy}.{format}"],
  ["/colorMaps/viridis", "method colormap_metadata"],
  ["/tileMatrixSets", "method tilematrixsets"],
  ["/algorithms", "method available_algorithms"],
  ["/healthz", "method application_health_check"],
  ["/conformance", "method conformance"],
  ["/", "method landing"],
  ["/mosaicjson/point/1,2/assets", "method assets_for_lon_lat"],
  ["/zarr/dataset/keys", "method dataset_variables"],
  ["/stac/renders", "method list_stac_renders_metadata"],
  ["POST /mosaicjson/validate", "POST /mosaicjson/validate"],
  ["/cog/map", "GET /cog/map"],
  ["/cog/stac", "method create_stac_item"],
  // names, as they are and as words
  ["tilejson", "GET /cog/{tileMatrixSetId}/tilejson.json", 3],
  ["cog tilejson", "GET /cog/{tileMatrixSetId}/tilejson.json"],
  ["stac tilejson", "GET /stac/{tileMatrixSetId}/tilejson.json"],
  ["zarr info", "GET /zarr/info"],
  ["cog info", "GET /cog/info"],
  ["mosaic info", "GET /mosaicjson/info", 3],
  ["cog viewer", "method cog_viewer"],
  ["stac viewer", "method stac_viewer"],
  ["cog statistics", "GET /cog/statistics", 3],
  ["asset statistics", "method asset_statistics"],
  ["available assets", "method available_assets"],
  ["assets for bbox", "method assets_for_bbox"],
  ["assets for point", "method assets_for_lon_lat", 3],
  ["validate dataset", "method validate_dataset"],
  ["dataset variables", "method dataset_variables"],
  ["dimensions", "method dataset_dimensions"],
  ["coordinate", "method dataset_coordinate", 3],
  ["colormaps", "method available_colormaps", 3],
  ["colormap", "method colormap_metadata", 3],
  ["algorithm", "method algorithm_metadata", 3],
  ["health", "method application_health_check"],
  ["landing", "method landing"],
  ["conformance", "method conformance"],
  ["wmts", "method wmts"],
  ["cog wmts", "GET /cog/WMTSCapabilities.xml"],
  ["preview", "method preview"],
  ["map viewer", "method map_viewer"],
  ["zarr map viewer", "GET /zarr/{tileMatrixSetId}/map.html"],
  ["create stac item", "method create_stac_item"],
  ["stac renders", "method list_stac_renders_metadata", 3],
  ["tilematrixsets", "method tilematrixsets"],
  // parts of paths, a letter wrong
  ["https://titiler.xyz/cog/info", "GET /cog/info"],
  ["GET /point", "GET /cog/point/{lon},{lat}"],
  ["error validation", "error Validation Error"],
  ["statistcs", "GET /cog/statistics"],
  ["prevew", "method preview"],
  ["tilejsn", "GET /cog/{tileMatrixSetId}/tilejson.json"],
  // types and groups
  ["bounding box", "schema BoundingBox", 3],
  ["TileJSON", "schema TileJSON", 3],
  ["FeatureCollection", "schema FeatureCollection"],
  ["Polygon", "schema Polygon"],
  ["LineString", "schema LineString"],
  ["BandStatistics", "schema BandStatistics"],
  ["TileMatrixSet", "schema TileMatrixSet", 3],
  ["tile matrix limits", "schema TileMatrixLimits"],
  ["Zarr", "group Zarr", 3],
  ["Tiling Schemes", "group Tiling Schemes"],
  ["Algorithms", "group Algorithms", 3],
  ["Cloud Optimized", "group Cloud Optimized GeoTIFF"],
  // parameters
  ["orientation", "method colormap_metadata"],
  ["render_id", "method stac_renders_metadata", 3],
  ["collection_url", "method create_stac_item"],
  ["strict", "GET /cog/validate", 3],
  ["show_times", "GET /zarr/info", 3],
  ["coord_crs point", "GET /cog/point/{lon},{lat}", 3],
  // prefixes
  ["verb:post feature", "method feature_image", 3],
  ["in:zarr point", "GET /zarr/point/{lon},{lat}"],
  ["in:mosaicjson validate", "POST /mosaicjson/validate"],
  ["verb:post statistics", "POST /cog/statistics", 3],
  ["uses:TileJSON in:zarr", "GET /zarr/{tileMatrixSetId}/tilejson.json"],
];

describe("the answers for", () => {
  check("airflow", AIRFLOW);
  check("titiler", TITILER);
});
