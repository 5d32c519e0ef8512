"""How PostgreSQL finds what is asked for: by an index wherever a table grows, however much is stored."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.models import Model
from tests.scale.acts import ACTS
from tests.scale.scene import Scene
from tests.statements import Statement, recorded

GROWING = set(Model.metadata.tables) - {"relay_pauses"}
PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def read_whole(scene: Scene, statement: Statement) -> set[str]:
    """The growing tables of which a statement would read every row."""
    with scene.world.service.database.engine.connect() as connection:
        connection.exec_driver_sql("SET LOCAL random_page_cost = 1.1")  # so little is all in memory
        explain = f"EXPLAIN (FORMAT JSON) {statement.text}"
        found = connection.exec_driver_sql(explain, statement.values).scalar_one()
    plans = found if isinstance(found, list) else json.loads(found)
    scans = (node for node in nodes(plans[0]["Plan"]) if node["Node Type"] == "Seq Scan")
    return {node["Relation Name"] for node in scans} & GROWING


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


@pytest.mark.parametrize("name", ACTS)
def test_nothing_reads_a_growing_table_from_end_to_end(name: str, crowd: Scene) -> None:
    act = ACTS[name](crowd)
    with recorded() as said:
        act()
    planned = [statement for statement in said if statement.text.lstrip().startswith(PLANNED)]
    assert planned
    slow = {each.text: tables for each in planned if (tables := read_whole(crowd, each))}
    assert not slow, "\n".join(f"{tables}: {text}" for text, tables in slow.items())
