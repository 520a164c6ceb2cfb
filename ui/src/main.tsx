import "./styles/main.css";
